"""Which OpenCL drivers the launcher finds."""

import os
import pathlib
import tempfile
import textwrap
import unittest

from checkout import ROOT, SCRIPTS, shell


class VendorsTest(unittest.TestCase):
    def test_a_driver_without_registration_is_used_and_named(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            library = folder / "libamdocl64.so"
            library.touch()
            script = textwrap.dedent(f"""
                . {ROOT / SCRIPTS / "opencl-vendors.sh"}
                register_vendors {folder}/vendors
                cat "$OCL_ICD_VENDORS/libamdocl64.so.icd"
                """)
            variables = {k: v for k, v in os.environ.items() if k != "OCL_ICD_VENDORS"}
            result = shell("dash", "-euc", script, env={**variables, "LD_LIBRARY_PATH": name})
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{library} is not registered", result.stdout)
            self.assertEqual(result.stdout.splitlines()[-1], str(library))
            for registered in pathlib.Path("/etc/OpenCL/vendors").glob("*.icd"):
                self.assertTrue((folder / "vendors" / registered.name).exists(), registered)

    def test_the_users_own_choice_of_drivers_stands(self):
        script = f'. {ROOT / SCRIPTS / "opencl-vendors.sh"}; register_vendors /nowhere; echo "$OCL_ICD_VENDORS"'
        result = shell("dash", "-euc", script, env={**os.environ, "OCL_ICD_VENDORS": "/mine"})
        self.assertEqual(result.stdout, "/mine\n")


if __name__ == "__main__":
    unittest.main()

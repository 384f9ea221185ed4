"""The launcher's own work: its usage, what it installs, and when it builds."""

import concurrent.futures
import os
import pathlib
import shutil
import stat
import subprocess
import time
import unittest

from checkout import ROOT, SCRIPTS, Ready, WithCheckout, shell


class UsageTest(WithCheckout):
    def test_tells_its_commands_and_needs_nothing_for_it(self):
        for arguments in ([], ["help"], ["--help"]):
            result = self.checkout.run(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            for command in ("run", "assignment", "grade", "lab", "test", "bench", "devices", "doctor", "install", "bundle"):
                self.assertRegex(result.stdout, rf"\n  {command} ")
        self.assertEqual(self.checkout.calls("mvn"), [])

    def test_unknown_command_or_option(self):
        result = self.checkout.run("rnu")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r'^plegma: unknown command "rnu"; there are run, [^\n]*See plegma help\.\n$')
        result = self.checkout.run("test", "--devise", "x")
        self.assertEqual(result.returncode, 1)
        self.assertIn("unknown option --devise", result.stderr)
        for mixed in ("SearchTest,test_guides", "test_guides,test_reports.RewritingReportTest,SearchTest"):
            result = self.checkout.run("test", "--tests", mixed)
            self.assertIn("not both at once: " + mixed, result.stderr)
        result = self.checkout.run("test", "--fast", "--tests", "QueueTest")
        self.assertIn("--fast chooses tests, and so does --tests", result.stderr)
        for arguments, fault in {(): "how many ranks", ("-n", "0"): "how many ranks", ("-n", "2"): "which program",
                                 ("-n",): "-n needs a value", ("--nodes", "2"): "unknown option --nodes for mpi"}.items():
            self.assertIn(fault, self.checkout.run("mpi", *arguments).stderr)
        result = self.checkout.run("bundle", "--with-test")
        self.assertIn("unknown option --with-test for bundle", result.stderr)
        result = self.checkout.run("bundle", "one", "--with-tests", "two")
        self.assertIn("bundle makes one folder or archive, got one and two", result.stderr)

    def test_the_slow_tests_are_there(self):
        lines = (ROOT / "opencl/src/test/slow-tests.txt").read_text().splitlines()
        names = [line for line in lines if line and not line.startswith("#")]
        self.assertGreater(len(names), 50)
        missing = [name for name in names if not list(ROOT.glob(f"**/src/test/java/{name}"))]
        self.assertEqual(missing, [], "named in slow-tests.txt")

    def test_every_shell_of_posix_reads_the_scripts(self):
        for script in [ROOT / "plegma", *sorted((ROOT / SCRIPTS).glob("*.sh"))]:
            self.assertEqual(shell("dash", "-n", str(script)).stderr, "")


class BuildTest(WithCheckout):
    def test_builds_once_and_again_only_when_sources_changed(self):
        self.assertEqual(self.checkout.run("version").returncode, 0)
        self.checkout.run("version")
        self.assertEqual(len(self.checkout.calls("mvn")), 1)
        self.assertIn("-DskipTests package", self.checkout.calls("mvn")[0])

        time.sleep(1.1)
        (self.checkout.root / "kernel/src/test/ATest.java").touch()
        self.checkout.run("version")
        self.assertEqual(len(self.checkout.calls("mvn")), 1, "a test is no reason to build")

        for changed in ("kernel/src/main/java/A.java", "pom.xml"):
            before = len(self.checkout.calls("mvn"))
            (self.checkout.root / changed).touch()
            self.assertIn("building plegma.jar", self.checkout.run("version").stderr)
            self.assertEqual(len(self.checkout.calls("mvn")), before + 1, changed)
            time.sleep(1.1)

        (self.checkout.root / "kernel/src/main/java/A.java").unlink()
        self.checkout.run("version")
        self.assertEqual(len(self.checkout.calls("mvn")), 4, "a source that is gone is a change")

    def test_two_at_once_build_once(self):
        self.checkout.fake("mvn", f'sleep 1; mkdir -p "{self.checkout.root}/kernel/target"; echo jar >"{self.checkout.root}/kernel/target/plegma.jar"')
        with concurrent.futures.ThreadPoolExecutor() as pool:
            results = list(pool.map(lambda _: self.checkout.run("version"), range(2)))
        self.assertEqual([r.returncode for r in results], [0, 0], results)
        self.assertEqual(len(self.checkout.calls("mvn")), 1)

    def test_works_through_links_from_any_folder(self):
        link, second = self.folder / "a link", self.folder / "second"
        link.symlink_to("a checkout/plegma")
        second.symlink_to(link)
        result = shell(str(second), "version", cwd="/", env={
            "PATH": str(self.checkout.bin), "HOME": str(self.checkout.home), "JAVA_HOME": str(self.checkout.jdk)})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.checkout.root / ".plegma/plegma.jar").exists())

    def test_a_build_that_fails_says_why_and_leaves_no_jar(self):
        self.checkout.fake("mvn", 'echo "A.java:3: error"; exit 1')
        result = self.checkout.run("version")
        self.assertEqual(result.returncode, 1)
        self.assertIn("A.java:3: error", result.stderr)
        self.assertIn("the build failed", result.stderr)
        self.assertFalse((self.checkout.root / ".plegma/plegma.jar").exists())

    def test_home_may_be_missing(self):
        for home in ("", str(self.folder / "nowhere")):
            self.assertEqual(self.checkout.run("version", HOME=home).returncode, 0)


class OclgrindTest(Ready):
    WORD = "plegma: oclgrind is missing, so kernels are not simulated before they run. Get it: apt-get install oclgrind\n"
    COMMANDS = ("run", "a.ipynb"), ("lab",), ("grade", "folder")

    def test_what_simulates_says_that_it_is_missing_and_how_to_get_it(self):
        for command in self.COMMANDS:
            for _ in range(2):
                self.assertIn(self.WORD, self.ready(*command, PLEGMA_SETUP="none").stderr)
        self.assertNotIn("oclgrind", self.ready("version").stderr)
        self.checkout.fake("oclgrind-kernel")
        for command in self.COMMANDS:
            self.assertNotIn("oclgrind", self.ready(*command).stderr)

    def test_root_gets_it_and_others_are_told(self):
        self.checkout.fake("dpkg-query", "exit 1")
        self.checkout.fake("apt-get", f'echo >"{self.checkout.bin}/oclgrind-kernel"; chmod +x "{self.checkout.bin}/oclgrind-kernel"')
        self.checkout.fake("id", "echo 1000")
        self.assertIn(self.WORD, self.ready("lab").stderr)
        self.assertEqual(self.checkout.calls("apt-get"), [])
        self.checkout.fake("id", "echo 0")
        self.assertIn("plegma: installing oclgrind (once)", self.ready("lab").stderr)
        self.assertEqual(self.checkout.calls("apt-get"), ["apt-get install -y --no-install-recommends oclgrind"])
        self.assertNotIn("oclgrind", self.ready("lab").stderr)

    def test_what_cannot_be_got_is_tried_once_and_told_each_time(self):
        self.checkout.fake("dpkg-query", "exit 1")
        self.checkout.fake("apt-get", "exit 100")
        self.checkout.fake("id", "echo 0")
        for command in self.COMMANDS:
            self.assertIn(self.WORD, self.ready(*command).stderr)
        self.assertEqual(len(self.checkout.calls("apt-get")), 2, "an installation and an update")


class BeyondOneMachineTest(Ready):
    def test_a_machine_without_mpi_gets_open_mpi(self):
        self.checkout.fake("dpkg-query", "exit 1")
        mpirun = self.checkout.bin / "mpirun"
        self.checkout.fake("apt-get", f"""
            printf '#!/bin/sh\necho "mpirun $*" >>"{self.checkout.log}"\n' >"{mpirun}"; chmod +x "{mpirun}" """)
        self.checkout.fake("oclgrind-kernel")
        self.assertIn("an MPI library with its mpirun", self.checkout.run("mpi", "-n", "3", "Main", PLEGMA_SETUP="none").stderr)
        for arguments in (("Main", "7"), ("a b.ipynb", "--to", "ipynb")):
            self.ready("mpi", "-n", "3", "--options", "--hostfile nodes", *arguments)
        self.assertEqual(self.checkout.calls("apt-get"), ["apt-get install -y --no-install-recommends openmpi-bin"])
        state = f"{self.checkout.root}/.plegma"
        program, notebook = [call for call in self.checkout.calls("mpirun") if "--version" not in call]
        for call in program, notebook:
            self.assertTrue(call.startswith("mpirun -n 3 --hostfile nodes "), call)
        self.assertTrue(program.endswith(f" -cp {state}/plegma.jar:{state}/mpi/* Main 7"), program)
        self.assertIn(f"env PLEGMA_CLASSPATH={state}/mpi/plegma-mpi.jar JUPYTER_PATH={state}/jupyter", notebook)
        self.assertTrue(notebook.endswith(f"{state}/plegma.jar:{state}/mpi/* a b.ipynb --to ipynb"), notebook)

    def test_a_rank_of_a_notebook_knows_which_it_is(self):
        """Open MPI's, MPICH's and others' ways to tell it; the first executes the notebook."""
        self.checkout.write_program(self.checkout.bin / "python3", f'echo "python3 $*" >>"{self.checkout.log}"; [ -z "${{JOINED:-}}" ] || echo yes >"$PLEGMA_RANKS"; exit 3')
        script = self.checkout.root / SCRIPTS / "notebook-rank.sh"
        for variable in "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK":
            for rank in "0", "1":
                ended = shell(shutil.which("dash"), str(script), "python3", str(self.checkout.jdk), "a.jar:b.jar", "a b.ipynb", "--to", "pdf",
                              env={"PATH": str(self.checkout.bin), variable: rank, "JOINED": "yes"})
                self.assertEqual(ended.returncode, 0 if rank == "1" else 3)
        first, other = self.checkout.calls("python3"), self.checkout.calls("java")
        self.assertEqual([len(first), len(other)], [3, 3])
        # A notebook that never joined the others, which may wait for it.
        shell(shutil.which("dash"), str(script), "python3", str(self.checkout.jdk), "c", "d.ipynb", env={"PATH": str(self.checkout.bin)})
        self.assertEqual(self.checkout.calls("java")[3:], [other[0].replace("a.jar:b.jar", "c")])
        self.assertRegex(first[0], r"python3 .*/run_notebook\.py a b\.ipynb --to pdf$")
        self.assertTrue(other[0].endswith("-cp a.jar:b.jar org.plegma.mpi.RankServer"), other[0])

    def test_lab_with_spark_has_its_options_and_its_class_path(self):
        spark = self.folder / "spark"
        (spark / "jars").mkdir(parents=True)
        (spark / "jars/spark-core_2.13-3.5.9.jar").touch()
        target = self.checkout.root / "opencl/spark/target"
        target.mkdir(parents=True)
        (target / "plegma-spark-1.jar").touch()
        self.checkout.fake("oclgrind-kernel")
        self.checkout.fake("ls", f'exec {shutil.which("ls")} "$@"')
        self.checkout.fake("python3", f'echo "lab $SPARK_HOME $SPARK_SCALA_VERSION $PLEGMA_CLASSPATH" >>"{self.checkout.log}"')
        self.ready("lab", "--spark", "--port", "9", SPARK_HOME=str(spark))
        self.assertIn(f"lab {spark} 2.13 {self.checkout.root}/.plegma/plegma-spark.jar:{spark}/jars/*", self.checkout.calls("lab"))
        self.assertRegex(self.checkout.calls("java")[-1], r" install --in-place --data-dir .*/jupyter-spark --spark$")
        self.assertRegex(self.checkout.calls("python3")[-1], r" -m jupyterlab.* --port 9$")
        self.assertIn("-pl opencl/spark -am package", self.checkout.calls("mvn")[-1])


class LocaleTest(Ready):
    """Java finds no file with an umlaut in its name where the locale knows ASCII only."""

    def setUp(self):
        super().setUp()
        self.checkout.write_program(self.checkout.jdk / "bin/java", f'echo "java ${{LC_ALL-unset}} $*" >>"{self.checkout.log}"')

    def seen(self, **environment):
        self.ready("devices", **environment)
        return self.checkout.calls("java")[-1].split()[1]

    def test_utf_8_where_the_locale_is_ascii_or_unknown_here(self):
        for environment in ({}, {"LC_ALL": "C"}, {"LANG": "POSIX"}, {"LANG": "xx_YY.UTF-8"}, {"LC_ALL": "xx_YY.ISO-8859-1"}):
            self.assertEqual(self.seen(**environment), "C.UTF-8", environment)

    def test_a_locale_that_knows_more_stands(self):
        self.assertEqual(self.seen(LANG="C.UTF-8"), "unset")
        self.checkout.fake("locale", "echo ISO-8859-1")
        self.assertEqual(self.seen(LC_ALL="de_DE"), "de_DE")

    def test_without_utf_8_or_without_a_way_to_ask_nothing_changes(self):
        for answer in ("echo ANSI_X3.4-1968", "exit 127"):
            self.checkout.fake("locale", answer)
            self.assertEqual(self.seen(), "unset", answer)


class StateTest(Ready):
    """Where the launcher keeps what it makes, and whose it is."""

    def run_notebook(self):
        self.ready("run", "a.ipynb")
        return [call for call in self.checkout.calls("java") if " install " in call]

    def test_a_checkout_that_was_copied_or_moved_runs_its_own_jar(self):
        self.assertEqual(len(self.run_notebook()), 1)
        self.assertEqual(len(self.run_notebook()), 1, "written once")
        first = self.checkout.root
        for place, make in (("a copy", shutil.copytree), ("a moved one", shutil.move)):
            self.checkout.root = self.folder / place
            make(first, self.checkout.root)
            before = len(self.checkout.calls("java"))
            installs = self.run_notebook()
            self.assertIn(f"-jar {self.checkout.root}/.plegma/plegma.jar install", installs[-1], place)
            self.assertEqual(len(self.checkout.calls("java")), before + 1, place)

    def test_a_jar_that_differs_is_installed_anew(self):
        self.run_notebook()
        jar = self.checkout.root / ".plegma/plegma.jar"
        times = jar.stat()
        jar.write_text("another")
        os.utime(jar, (times.st_atime, times.st_mtime))
        self.assertEqual(len(self.run_notebook()), 2)

    def test_a_folder_that_all_may_write_is_refused(self):
        state = self.checkout.root / ".plegma"
        self.checkout.run("version")
        state.chmod(0o777)
        result = self.checkout.run("version")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"refused: {state} belongs to another user, or all may write into it", result.stderr)
        self.assertIn(f"chmod go-w '{state}'", result.stderr)
        state.chmod(0o755)
        self.assertEqual(self.checkout.run("version").returncode, 0)

    @unittest.skipUnless(os.getuid() == 0, "only root can act as another user")
    def test_another_user_runs_a_checkout_that_is_built_and_refuses_a_foreign_cache(self):
        self.checkout.run("version")
        self.checkout.log.chmod(0o666)
        os.chmod(self.folder, 0o755)
        for program in (*self.checkout.bin.iterdir(), *(self.checkout.jdk / "bin").iterdir()):
            if not program.is_symlink():
                program.chmod(0o755)
        cache = self.folder / "cache"
        cache.mkdir()
        os.chown(cache, 65534, 65534)
        as_nobody = lambda: subprocess.run(
            [str(self.checkout.root / "plegma"), "version"], user=65534, group=65534, extra_groups=[], timeout=600,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, env={
                "PATH": str(self.checkout.bin), "HOME": "/nonexistent", "XDG_CACHE_HOME": str(cache),
                "JAVA_HOME": str(self.checkout.jdk)})
        result = as_nobody()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.checkout.calls("mvn")), 1, "what the owner built serves")
        self.assertIn(f"-jar {self.checkout.root}/.plegma/plegma.jar --version", self.checkout.calls("java")[-1])
        state = next((cache / "plegma").iterdir())
        os.chown(state, 12345, 65534)
        state.chmod(0o775)
        result = as_nobody()
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"refused: {state} belongs to another user", result.stderr)


class SetupTest(WithCheckout):
    def setUp(self):
        super().setUp()
        (self.checkout.bin / "mvn").rename(self.folder / "mvn")

    def test_without_any_means_it_lists_what_is_missing(self):
        (self.checkout.jdk / "release").write_text('JAVA_VERSION="11.0.2"\n')
        result = self.checkout.run("version", PLEGMA_SETUP="none")
        self.assertEqual(result.returncode, 1)
        self.assertIn("- Maven (mvn)", result.stderr)
        if not list(pathlib.Path("/usr/lib/jvm").glob("*/bin/javac")):
            self.assertIn("version 17 or later", result.stderr)

    def test_apt_installs_what_is_missing_once(self):
        self.checkout.fake("dpkg-query", "exit 1")
        self.checkout.fake("apt-get", f'mv "{self.folder}/mvn" "{self.checkout.bin}/mvn"')
        result = self.checkout.run("version")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("installing maven", result.stderr)
        self.assertEqual(self.checkout.calls("apt-get"), ["apt-get install -y --no-install-recommends maven"])
        self.checkout.run("version")
        self.assertEqual(len(self.checkout.calls("apt-get")), 1)

    def test_apt_refreshes_its_lists_if_a_package_is_unknown(self):
        self.checkout.fake("dpkg-query", "exit 1")
        self.checkout.fake("apt-get", f"""
            if [ "$1" = update ]; then touch "{self.folder}/updated"; exit; fi
            [ -e "{self.folder}/updated" ] || exit 100
            mv "{self.folder}/mvn" "{self.checkout.bin}/mvn" """)
        self.checkout.fake("id", "echo 0")
        self.assertEqual(self.checkout.run("version").returncode, 0)
        self.assertEqual(len(self.checkout.calls("apt-get")), 3)

    def test_without_root_and_sudo_it_names_the_packages(self):
        self.checkout.fake("dpkg-query", "exit 1")
        self.checkout.fake("apt-get")
        self.checkout.fake("id", "echo 1000")
        result = self.checkout.run("version")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install maven", result.stderr)
        self.assertEqual(self.checkout.calls("apt-get"), [])

    def test_a_package_that_is_installed_is_not_asked_for(self):
        self.checkout.fake("dpkg-query", "echo ii")
        self.checkout.fake("apt-get")
        result = self.checkout.run("version")
        self.assertIn("- Maven (mvn)", result.stderr)
        self.assertEqual(self.checkout.calls("apt-get"), [])

    def test_conda_makes_a_private_environment_once(self):
        environment = self.checkout.root / ".plegma/conda"
        self.checkout.fake("micromamba", f"""
            mkdir -p "{environment}/bin"
            printf '#!/bin/sh\\nexit 1\\n' >"{environment}/bin/python3"; chmod +x "{environment}/bin/python3"
            mv "{self.folder}/mvn" "{environment}/bin/mvn" """)
        result = self.checkout.run("version")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("creating a private environment", result.stderr)
        self.assertEqual(
            self.checkout.calls("micromamba"),
            [f"micromamba create -y -p {environment} -f {self.checkout.root}/environment-linux.yml"])
        self.checkout.run("version")
        self.assertEqual(len(self.checkout.calls("micromamba")), 1)

    def test_a_mac_gets_the_packages_that_it_has(self):
        self.checkout.fake("uname", "echo Darwin")
        for manager, create in (("mamba", "env create"), ("micromamba", "create -y")):
            self.checkout.fake(manager, "exit 1")
            self.assertEqual(self.checkout.run("version").returncode, 1)
            self.assertEqual(
                self.checkout.calls(manager),
                [f"{manager} {create} -p {self.checkout.root}/.plegma/conda -f {self.checkout.root}/environment.yml"])

    def test_an_active_conda_environment_with_opencl_is_enough(self):
        library = self.folder / "env/lib/libOpenCL.so.1"
        driver = self.folder / "env/etc/OpenCL/vendors/pocl.icd"
        for file in (library, driver):
            file.parent.mkdir(parents=True)
            file.touch()
        script = f"""
            state=/nowhere
            . "{ROOT / SCRIPTS / "opencl-vendors.sh"}"
            . "{ROOT / SCRIPTS / "setup.sh"}"
            use_conda_environment
            has_opencl && echo "$LD_LIBRARY_PATH"
            """
        result = shell("dash", "-euc", script, env={"PATH": os.environ["PATH"], "CONDA_PREFIX": str(self.folder / "env"), "LD_LIBRARY_PATH": "/mine"})
        self.assertEqual(result.stdout, f"{library.parent}:/mine\n", result.stderr)


if __name__ == "__main__":
    unittest.main()

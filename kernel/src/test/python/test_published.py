"""What "mvn deploy" publishes of the library, and that a small Maven project can use it."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap
import unittest
import zipfile

import work_limit

ROOT = pathlib.Path(__file__).resolve().parents[4]
VERSION = re.search(r"<version>(.*?)</version>", (ROOT / "pom.xml").read_text())[1]
ADDRESS = "https://example.org/plegma"
PLUGINS = "org.apache.maven.plugins:maven-"
# Where each module is, and what it is called; and a class of it.
MODULES = {"opencl": ("plegma-opencl", "org/plegma/gemm/Gemm"), "opencl/rewrite": ("plegma-rewrite", "org/plegma/coursework/GemmExercise")}
LARGEST_CLASS_PATH = 12 << 20  # 2 MB of it JNA's, for calls that JOCL lacks

CONSUMER = """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>example</groupId>
      <artifactId>products</artifactId>
      <version>1</version>
      <properties>
        <maven.compiler.release>17</maven.compiler.release>
      </properties>
      <repositories>
        <repository>
          <id>published</id>
          <url>{repository}</url>
        </repository>
      </repositories>
      <dependencies>
        <dependency>
          <groupId>org.plegma</groupId><artifactId>plegma-opencl</artifactId><version>{version}</version>
        </dependency>
      </dependencies>
    </project>
"""

PROGRAM = """
    import org.plegma.array.Grid;
    import org.plegma.device.Session;
    import org.plegma.gemm.Gemm;

    public class Products {
        public static void main(String[] arguments) {
            Grid a = Grid.of(new float[] {1, 2, 3, 4}, 2, 2);
            try (Session session = Session.open(); Gemm gemm = Gemm.of(session)) {
                Grid c = gemm.multiply(a, a);
                System.out.println(c.get(0, 0) + " " + c.get(0, 1) + " " + c.get(1, 0) + " " + c.get(1, 1));
            }
        }
    }
"""


# Each program runs for seconds only, and half of that would go into the second of Java's compilers.
QUICK = {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def command(*words, **options):
    result = work_limit.run([str(word) for word in words], env=QUICK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **options)
    if result.returncode:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}")
    return result.stdout


class PublishedTest(unittest.TestCase):
    """Publishes a copy of the checkout, with the classes that it has compiled: compiling them again would take most of the time."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="plegma published ")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        copy = cls.folder / "checkout"
        for name in (".mvn", "opencl"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("target", "test"))
        (copy / "kernel").mkdir()
        for name in ("pom.xml", "kernel/pom.xml", "LICENSE", "NOTICE"):
            shutil.copy(ROOT / name, copy / name)
        for folder in MODULES:
            cls.copy_classes(ROOT, copy, folder)
        cls.repository = (cls.folder / "repository").as_uri()
        cls.publish = ("mvn", "-B", "-q", "-f", copy / "pom.xml", "-pl", ",".join((".", *MODULES)), "-Ppublish", "-DskipTests", "-Dspotless.check.skip", "-Dmaven.main.skip",
                       f"-DaltDeploymentRepository=published::{cls.repository}", "deploy")
        command(*cls.publish, f"-Daddress={ADDRESS}")

    @staticmethod
    def copy_classes(checkout, other, folder):
        """Resources are copied and filtered again by Maven."""
        shutil.copytree(checkout / folder / "target/classes/org", other / folder / "target/classes/org", copy_function=shutil.copyfile,
                        ignore=lambda _, names: [name for name in names if "." in name and not name.endswith(".class")])

    @staticmethod
    def jar(checkout, folder):
        return checkout / folder / "target" / f"{MODULES[folder][0]}-{VERSION}.jar"

    def test_each_jar_has_its_sources_its_javadoc_and_its_licence(self):
        for folder, (name, a_class) in MODULES.items():
            published = self.folder / f"repository/org/plegma/{name}/{VERSION}"
            for kind, file in (("sources", f"{a_class}.java"), ("javadoc", f"{a_class}.html")):
                (jar,) = published.glob(f"{name}-*-{kind}.jar")
                self.assertTrue(any(entry.endswith(file) for entry in zipfile.ZipFile(jar).namelist()), jar)
            with zipfile.ZipFile(self.jar(self.folder / "checkout", folder)) as jar:
                module = name.replace("plegma-", "org.plegma.")
                self.assertIn(f"Automatic-Module-Name: {module}\r\n", jar.read("META-INF/MANIFEST.MF").decode())
                self.assertIn("Apache License", jar.read("META-INF/LICENSE").decode())
                self.assertIn("Copyright the Plegma project", jar.read("META-INF/NOTICE").decode())

    def test_each_pom_tells_what_a_repository_asks_for(self):
        for name in ("plegma", *(name for name, _ in MODULES.values())):
            (pom,) = (self.folder / f"repository/org/plegma/{name}/{VERSION}").glob("*.pom")
            text = pom.read_text()
            for element in ("licenses", "developers", "description", "url>" + ADDRESS + "</url", "connection>scm:git:" + ADDRESS + ".git</connection"):
                self.assertIn(f"<{element}>", text, name)
            self.assertNotIn("${", text, name)

    def test_nobody_publishes_without_an_address(self):
        for words, told in (((), "Publishing needs the public address of the repository"), (("-Daddress=plegma",), "-Daddress must be https")):
            with self.assertRaisesRegex(AssertionError, told):
                command(*self.publish, *words)

    def test_two_builds_give_the_same_bytes(self):
        first, again = self.folder / "checkout", self.folder / "another checkout"
        shutil.copytree(first, again, ignore=shutil.ignore_patterns("target"))
        for folder in MODULES:
            self.copy_classes(first, again, folder)
        command("mvn", "-B", "-q", "-f", again / "pom.xml", "-pl", ",".join((".", *MODULES)), "-Ppublish", f"-Daddress={ADDRESS}",
                "-Dmaven.main.skip", "-Dmaven.source.skip", "-Dmaven.javadoc.skip", "-DskipTests", "-Dspotless.check.skip", "package")
        for folder in MODULES:
            digests = [hashlib.sha256(self.jar(checkout, folder).read_bytes()).hexdigest() for checkout in (first, again)]
            self.assertEqual(digests[0], digests[1], folder)

    def test_a_maven_project_multiplies_matrices_with_few_libraries(self):
        project = self.folder / "products"
        sources = project / "src/main/java"
        sources.mkdir(parents=True)
        (project / "pom.xml").write_text(textwrap.dedent(CONSUMER).strip().format(repository=self.repository, version=VERSION))
        (sources / "Products.java").write_text(textwrap.dedent(PROGRAM))
        # A local repository of its own: the user's must not keep this version of the library.
        known = re.search(r"user\.home = (.*)", command("java", "-XshowSettings:properties", "-version"))[1].strip()
        (self.folder / "settings.xml").write_text(
            f"<settings><mirrors><mirror><id>known</id><mirrorOf>central</mirrorOf>"
            f"<url>{(pathlib.Path(known) / '.m2/repository').as_uri()}</url></mirror></mirrors></settings>")
        command("mvn", "-B", "-q", "-s", self.folder / "settings.xml", f"-Dmaven.repo.local={self.folder / 'm2'}", "-f", project / "pom.xml",
                f"{PLUGINS}compiler-plugin:3.13.0:compile", f"{PLUGINS}dependency-plugin:3.9.0:copy-dependencies", "-DincludeScope=runtime")
        libraries = list((project / "target/dependency").glob("*.jar"))
        self.assertFalse([jar.name for jar in libraries if re.match("tablesaw|fastutil|icu4j|VectorGraphics2D|javaparser|java-diff-utils|plegma-rewrite", jar.name)])
        self.assertLess(sum(jar.stat().st_size for jar in libraries), LARGEST_CLASS_PATH)
        shown = command("java", "-cp", os.pathsep.join([str(project / "target/classes"), str(project / "target/dependency/*")]), "Products")
        self.assertIn("7.0 10.0 15.0 22.0", shown)


if __name__ == "__main__":
    unittest.main()

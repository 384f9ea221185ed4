# The jar, what is fetched beside it, and Java with it. Sourced by the launcher, which sets root, state and jar and defines say, die
# and quietly. POSIX sh.
# shellcheck disable=SC2154 # root, state and jar

maven() {
    user_home=$("$JAVA_HOME/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *user\.home = //p')
    if ! mkdir -p "$user_home/.m2" 2>/dev/null || [ ! -w "$user_home/.m2" ]; then
        set -- "-Dmaven.repo.local=$state/m2" "$@"
    fi
    mvn -B -Dstyle.color=never -f "$root/pom.xml" "$@"
}

# The jar runs from a copy, so that a rebuild cannot break a notebook that is open. The copy is as old as the start of
# its build: what was edited later is newer. One build at a time.
build() {
    need java
    ! is_built || return 0
    jar=$state/plegma.jar
    need maven
    [ ! -d "$root/kernel/target" ] || [ -w "$root/kernel/target" ] || die "cannot build in $root: it is read-only."
    (
        ! quietly command -v flock || flock 9
        is_built || build_jar
    ) 9>"$state/lock" || exit 1
}

is_built() {
    [ -e "$jar" ] && [ -z "$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main/java "$root"/*/src/main/resources* \
        "$root"/opencl/*/pom.xml "$root"/opencl/*/src/main/java "$root"/opencl/*/src/main/resources -newer "$jar" -print 2>/dev/null | head -n 1)" ]
}

build_jar() {
    say "building plegma.jar (half a minute; the first time Maven also fetches the libraries)"
    : >"$state/building"
    maven -q -pl kernel,opencl/mpi -am -DskipTests package >"$state/build.log" 2>&1 || {
        sed '/-> \[Help 1\]/,$d' "$state/build.log" >&2
        die "the build failed."
    }
    keep_jar
}

keep_jar() {
    cp "$root/kernel/target/plegma.jar" "$jar.new"
    touch -r "$state/building" "$jar.new"
    mv "$jar.new" "$jar"
    # What "plegma mpi" has on the class path besides.
    mkdir -p "$state/mpi"
    for part in "$root"/opencl/mpi/target/plegma-mpi.jar "$root"/opencl/mpi/target/lib/*.jar; do
        [ ! -e "$part" ] || cp "$part" "$state/mpi/"
    done
}

# fetch_peer clblast|openblas: libraries for benches, which lie beside plegma.jar on the class path, as JOCL's loader must
# see CLBlast's native libraries.
fetch_peer() {
    peer=$state/peers/$1
    if [ -z "$(find "$peer" -name '*.jar' -newer "$root/pom.xml" 2>/dev/null)" ]; then
        case $1 in
        clblast) artifacts=jocl-blast ;;
        openblas) artifacts=openblas,javacpp ;;
        esac
        say "fetching $artifacts"
        rm -rf "$peer"
        maven -q -Pclblast -pl opencl dependency:copy-dependencies "-DincludeArtifactIds=$artifacts" \
            "-DoutputDirectory=$peer" >"$state/peers.log" 2>&1 || {
            cat "$state/peers.log" >&2
            die "$artifacts could not be fetched."
        }
        touch "$peer"/*.jar
    fi
}

# Sets spark_home and spark_classpath: Spark, that of SPARK_HOME or else one that Maven fetches, and the module that uses
# it. In a folder of jars with a file RELEASE it also serves to start workers.
fetch_spark() {
    spark_home=${SPARK_HOME:-$state/spark}
    spark_jar=$state/plegma-spark.jar
    if [ ! -e "$spark_jar" ] || [ ! -d "$spark_home/jars" ] || [ -n "$(find "$root/pom.xml" "$root/opencl/spark/pom.xml" \
        "$root/opencl/src/main" "$root/opencl/spark/src/main" -newer "$spark_jar" -print 2>/dev/null | head -n 1)" ]; then
        : >"$state/building-spark"
        set -- -q -DskipTests -pl opencl/spark -am package
        if [ -z "${SPARK_HOME:-}" ] && [ -z "$(find "$spark_home/jars" -newer "$root/pom.xml" \
            -newer "$root/opencl/spark/pom.xml" -print -prune 2>/dev/null)" ]; then
            say "fetching Spark (220 MB, once)"
            rm -rf "$spark_home"
            # Without libraries that only Plegma has: an executor gets them with plegma.jar, by a class loader below Spark's,
            # and a Tablesaw that is Spark's does not find what belongs to it there.
            set -- "$@" dependency:copy-dependencies -DincludeScope=compile "-DoutputDirectory=$spark_home/jars" \
                -DexcludeGroupIds=org.plegma,org.jocl,net.java.dev.jna,io.jhdf,tech.tablesaw,io.github.classgraph,org.knowm.xchart,de.erichseifert.vectorgraphics2d
        fi
        maven "$@" >"$state/spark.log" 2>&1 || {
            sed '/-> \[Help 1\]/,$d' "$state/spark.log" >&2
            die "Spark could not be fetched, or the module for it could not be built."
        }
        if [ -z "${SPARK_HOME:-}" ]; then
            : >"$spark_home/RELEASE"
            touch "$spark_home/jars"
        fi
        cp "$root"/opencl/spark/target/plegma-spark-*.jar "$spark_jar.new"
        touch -r "$state/building-spark" "$spark_jar.new"
        mv "$spark_jar.new" "$spark_jar"
    fi
    spark_classpath="$spark_jar:$spark_home/jars/*"
}

# For a notebook with Spark: the environment of its kernel, and the kernelspec with Java's options.
with_spark() {
    fetch_spark
    SPARK_HOME=$spark_home
    PLEGMA_CLASSPATH=$spark_classpath${PLEGMA_CLASSPATH:+:$PLEGMA_CLASSPATH}
    # As bin/load-spark-env.sh of an installed Spark sets it; Java code must know which Scala's jars there are.
    SPARK_SCALA_VERSION=$(ls "$spark_home/jars" | sed -n 's/^spark-core_\([0-9.]*\)-.*/\1/p')
    export SPARK_HOME PLEGMA_CLASSPATH SPARK_SCALA_VERSION
}

# The tests of the library and of rewriting, and what they need beyond the jar, for a machine without Maven; but OpenBLAS,
# which would be a third of the archive: TestRun leaves out the two tests that compare with it, and says so.
compile_tests() {
    rm -rf "$state/tests"
    mkdir -p "$state/tests"
    maven -q -pl opencl,opencl/rewrite test-compile dependency:copy-dependencies -DexcludeScope=runtime \
        -DexcludeArtifactIds=openblas,javacpp -DexcludeGroupIds=org.plegma "-DoutputDirectory=$state/tests/lib" >"$state/tests.log" 2>&1 || {
        cat "$state/tests.log" >&2
        die "the tests could not be compiled."
    }
    mkdir "$state/tests/classes"
    cp -r "$root"/opencl/target/test-classes/. "$root"/opencl/rewrite/target/test-classes/. "$state/tests/classes"
}

# With Java's library for signal chaining: without it, PoCL's compiler loses its files whenever Java collects garbage.
# Each thread of PoCL keeps to its core, or two share one for milliseconds while another is idle; but not where the first core is not
# ours or one between is missing, as PoCL 6 ends the process there: decision 015. Its arrays
# have large pages, and threads share memory for small things: decision 018.
java() {
    POCL_AFFINITY=${POCL_AFFINITY:-$(grep -Ec '^Cpus_allowed_list:[[:space:]]*0(-[0-9]+)?$' /proc/self/status 2>/dev/null || true)}
    GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2}
    export POCL_AFFINITY GLIBC_TUNABLES
    jsig=$JAVA_HOME/lib/libjsig.so
    if [ -n "${peers:-}" ]; then
        set -- -cp "$jar$peers" org.plegma.cli.Plegma "$@"
    else
        set -- -jar "$jar" "$@"
    fi
    if [ -e "$jsig" ]; then
        LD_PRELOAD=$jsig${LD_PRELOAD:+:$LD_PRELOAD} "$JAVA_HOME/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 "$@"
    else
        "$JAVA_HOME/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 "$@"
    fi
}

# private_kernelspec [FOLDER OPTION...]: a kernelspec of our own, found before the user's and never written into the user's folders.
private_kernelspec() {
    specs=${1:-$state/jupyter}
    [ $# = 0 ] || shift
    # What it was written for: a checkout that was copied or moved brings along one that names another jar, and the archive
    # of classes serves one Java and one jar.
    written_for="$jar $(cksum <"$jar") $JAVA_HOME $(cksum <"$JAVA_HOME/release")"
    if [ ! -e "$specs/kernels/plegma/kernel.json" ] ||
        [ "$(cat "$specs/written-for" 2>/dev/null)" != "$written_for" ] ||
        [ -n "$(find "$jar" -newer "$specs/written-for")" ]; then
        rm -f "$specs/written-for"
        say "preparing the kernel's start (some seconds, once for each jar)"
        java install --in-place --data-dir "$specs" "$@" >"$state/install.log" || die "$(cat "$state/install.log")"
        printf '%s\n' "$written_for" >"$specs/written-for"
    fi
    JUPYTER_PATH=$specs${JUPYTER_PATH:+:$JUPYTER_PATH}
    export JUPYTER_PATH
}

# Kernels of tests live for seconds, in which Java's second compiler costs more than it gives.
test_kernelspec() {
    private_kernelspec "$state/jupyter-tests" --java-option=-XX:TieredStopAtLevel=1
}

# prepare THING...: all that a command needs which runs the jar with OpenCL, and what else it names.
prepare() {
    need java maven opencl "$@"
    register_vendors "$state/vendors" >&2
    build
}

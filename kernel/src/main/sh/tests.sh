# The launcher's command "test". Sourced by it. POSIX sh.
# shellcheck disable=SC2154 # root, state and python

tests() {
    selection=
    fast=
    optimized=
    while [ $# -gt 0 ]; do
        case $1 in
        --device)
            [ $# -gt 1 ] || die "--device needs a name or an index; \"plegma devices\" lists them."
            PLEGMA_DEVICE=$2
            export PLEGMA_DEVICE
            shift 2
            ;;
        --tests)
            [ $# -gt 1 ] || die "--tests needs names, for example 'org.plegma.stencil.*' or test_guides."
            selection=$2
            shift 2
            ;;
        --fast)
            fast=1
            shift
            ;;
        --optimized)
            optimized=1
            shift
            ;;
        --mutations)
            shift
            mutations "$@"
            ;;
        --with-kernel)
            [ $# -gt 1 ] || die "--with-kernel needs the jar of a kernel, for example ijava-1.3.0.jar."
            with_kernel "$2"
            ;;
        *) die "unknown option $1 for test; there are --fast, --optimized, --device NAME, --tests NAMES, --with-kernel FILE and --mutations PACKAGE." ;;
        esac
    done
    case ,$selection in
    ,test_*,[!t]* | ,test_*,t[!e]* | ,[!t]*,test_* | ,t[!e]*,test_*)
        die "--tests takes Java tests or tests of notebooks, not both at once: $selection."
        ;;
    esac
    [ -z "$fast" ] || [ -z "$selection" ] || die "--fast chooses tests, and so does --tests: take one of them."
    need java maven opencl nbclient jupyter fonts oracles checkers mpis
    register_vendors "$state/vendors" >&2
    has_oracles
    COMPILER_PATH=$root/opencl/src/test/sh${COMPILER_PATH:+:$COMPILER_PATH} # PoCL finds its linker there
    export COMPILER_PATH
    PLEGMA_PYTHON=$python
    export PLEGMA_PYTHON
    # What most Java tests have from Maven, and all else from here: with the optimizer.
    flags=$("$python" "$root/opencl/src/test/python/pocl_flags.py" "$state/pocl")
    POCL_EXTRA_BUILD_FLAGS=${flags#-cl-opt-disable}
    export POCL_EXTRA_BUILD_FLAGS
    [ -z "$optimized" ] || flags=$POCL_EXTRA_BUILD_FLAGS
    case $selection in
    test_*)
        build
        test_kernelspec
        # shellcheck disable=SC2086 # several names are several arguments
        exec "$python" "$root/kernel/src/test/python/run_all.py" $(echo "$selection" | tr , ' ')
        ;;
    esac
    if [ -n "$selection" ]; then
        # shellcheck disable=SC2046 # several names are several arguments
        (set -f && "$python" "$root/kernel/src/test/python/run_all.py" --check $(echo "$selection" | tr , ' ')) || exit 1
    fi
    say "running the Java tests"
    for module in "$root"/* "$root"/opencl/*; do
        rm -rf "$module/target/surefire-reports" "$module/target/failsafe-reports"
    done
    if [ -n "$fast" ]; then
        maven test "-Dtests.pocl=$flags" -Dmaven.test.failure.ignore=true "-Dsurefire.excludesFile=$root/opencl/src/test/slow-tests.txt" &&
            "$python" "$root/kernel/src/test/python/run_all.py" --java
        return
    fi
    if [ -n "$selection" ]; then
        # Of a package's name Maven takes the classes of that package alone; those of its rooms are meant, too.
        patterns=$(echo "$selection" | tr , '\n' | sed '/\.\*$/{s/\.\*$//;s|\.|/|g;s|$|/**/*Test|;}' | tr '\n' ,)
        maven test "-Dtests.pocl=$flags" -Dmaven.test.failure.ignore=true "-Dtest=${patterns%,}" -Dsurefire.failIfNoSpecifiedTests=false &&
            "$python" "$root/kernel/src/test/python/run_all.py" --java
        return
    fi
    : >"$state/building"
    status=0
    # Tests that fail are counted at the end, so that one module's fault does not hide the other's.
    # Two modules at once: one has a single test, or packs its jar, on one core, while the other tests.
    if maven verify -T 2 "-Dtests.pocl=$flags" -Dmaven.test.failure.ignore=true; then
        keep_jar
    else
        say "the Maven build failed, for the reason above"
        status=1
        build
    fi
    test_kernelspec
    say "running the Jupyter and notebook tests"
    "$python" "$root/kernel/src/test/python/run_all.py" || status=1
    return $status
}

with_kernel() {
    prepare nbclient fonts
    private_kernelspec
    has_nbclient
    PLEGMA_HISTORY=off exec "$python" "$root/kernel/src/test/python/with_kernel.py" "$1" "$jar"
}

mutations() {
    need java maven opencl oracles checkers
    register_vendors "$state/vendors" >&2
    has_oracles
    PLEGMA_PYTHON=$python
    LD_PRELOAD=$JAVA_HOME/lib/libjsig.so${LD_PRELOAD:+:$LD_PRELOAD}
    PATH=$JAVA_HOME/bin:$PATH
    maven -q -pl opencl,opencl/rewrite -Pmutations test-compile dependency:build-classpath -Dmdep.outputFile=target/mutations.path ||
        die "the tests could not be compiled, or what mutation testing needs could not be fetched."
    export PLEGMA_PYTHON LD_PRELOAD PATH
    exec "$python" "$root/opencl/src/test/mutations/mutations.py" "$@"
}

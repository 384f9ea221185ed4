# The launcher's commands for Java programs, and for the ranks of an MPI job. Sourced by it. POSIX sh.
# shellcheck disable=SC2154 # jar, state, root, served and python

# main_class JAR: sets main to the class that the jar's manifest names.
main_class() {
    [ -r "$1" ] || die "no file $1."
    manifest=$(mktemp -d)
    here=$PWD
    case $1 in /*) here= ;; esac
    (cd "$manifest" && "$JAVA_HOME/bin/jar" xf "${here:+$here/}$1" META-INF/MANIFEST.MF) || die "$1 is no jar."
    # Long lines go on in the next, after a space.
    main=$(tr -d '\r' <"$manifest/META-INF/MANIFEST.MF" | sed -e ':a' -e '$!N;s/\n //;ta' -e 'P;D' | sed -n 's/^Main-Class: *//p')
    rm -rf "$manifest"
    [ -n "$main" ] || die "$1 names no main class in its manifest: make it by jar cfe FILE CLASS ..., or give --class-path and the class."
}

# A Java program in this process, with all that "plegma mpi" has on its class path: one rank of "mpirun -n 4 plegma program.jar".
program() {
    prepare
    main_class "$1"
    classes=$1:$jar:$state/mpi/*
    shift
    [ ! -e "$JAVA_HOME/lib/libjsig.so" ] || export LD_PRELOAD="$JAVA_HOME/lib/libjsig.so"
    exec "$JAVA_HOME/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 -cp "$classes" "$main" "$@"
}

# A Java program or a notebook on the ranks of an MPI job.
mpi() {
    ranks=
    mpirun=mpirun
    options=
    classes=
    while [ $# -gt 0 ]; do
        case $1 in
        -n | --mpirun | --options | --class-path)
            [ $# -gt 1 ] || die "$1 needs a value; \"plegma help\" explains it."
            case $1 in
            -n) ranks=$2 ;;
            --mpirun) mpirun=$2 ;;
            --options) options=$2 ;;
            --class-path) classes=$2: ;;
            esac
            shift 2
            ;;
        -*) die "unknown option $1 for mpi; there are -n N, --mpirun NAME, --options \"...\" and --class-path PATH." ;;
        *) break ;;
        esac
    done
    case $ranks in
    '' | *[!0-9]* | 0) die "how many ranks? For example: plegma mpi -n 4 Heat.java" ;;
    esac
    [ $# -gt 0 ] || die "which program? For example: plegma mpi -n 4 Heat.java"
    prepare mpi
    quietly command -v "$mpirun" || die "there is no $mpirun on the PATH."
    program=$1
    shift
    # On a class path JNA is there twice, by one loader. In a notebook there would be two, and its library is loaded once.
    served=$classes$state/mpi/plegma-mpi.jar
    classes=$classes$jar:$state/mpi/*
    compiled=
    case $program in
    *.ipynb)
        need nbclient fonts
        private_kernelspec
        has_nbclient
        set -- env "PLEGMA_CLASSPATH=$served" "JUPYTER_PATH=$JUPYTER_PATH" \
            sh "$root/kernel/src/main/sh/notebook-rank.sh" "$python" "$JAVA_HOME" "$classes" "$program" "$@"
        ;;
    *.java)
        [ -r "$program" ] || die "no file $program."
        compiled=$(mktemp -d)
        trap 'rm -rf "$compiled"' EXIT
        "$JAVA_HOME/bin/javac" -nowarn -proc:none -cp "$classes" -d "$compiled" "$program" || die "$program does not compile."
        set -- "$compiled:$classes" "$(basename "$program" .java)" "$@"
        ;;
    *.jar)
        main_class "$program"
        set -- "$program:$classes" "$main" "$@"
        ;;
    *) set -- "$classes" "$program" "$@" ;;
    esac
    case $program in
    *.ipynb) ;;
    *)
        set -- "$JAVA_HOME/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 -cp "$@"
        # PoCL needs Java's library for signal chaining, as in java() above, and mpirun does not.
        [ ! -e "$JAVA_HOME/lib/libjsig.so" ] || set -- env "LD_PRELOAD=$JAVA_HOME/lib/libjsig.so" "$@"
        ;;
    esac
    if "$mpirun" --version 2>/dev/null | grep -q 'Open MPI\|open-mpi'; then
        # Open MPI's mpirun ties each rank to a core, where PoCL's threads of all ranks would meet, and refuses more ranks than
        # cores, and root.
        set -- --oversubscribe --bind-to none "$@"
        if [ "$(id -u)" = 0 ]; then
            OMPI_ALLOW_RUN_AS_ROOT=1
            OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
            # Root is usual in containers, which forbid ranks to read each other's memory.
            OMPI_MCA_btl_vader_single_copy_mechanism=${OMPI_MCA_btl_vader_single_copy_mechanism:-none}
            export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_btl_vader_single_copy_mechanism
        fi
    fi
    # shellcheck disable=SC2086 # options are words
    "$mpirun" -n "$ranks" $options "$@"
}

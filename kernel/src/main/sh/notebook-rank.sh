# One rank of "plegma mpi NOTEBOOK": the first executes the notebook, in whose kernel it goes on, the others serve it. POSIX sh.
# Arguments: the Python with nbclient, the home of Java, the class path of ranks, then those of "plegma run".
python=$1
java=$2
classes=$3
shift 3
here=$(dirname "$0")
# As Open MPI, MPICH and other launchers by PMIx tell it; without any there is one rank.
if [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${PMIX_RANK:-0}}}" = 0 ]; then
    PLEGMA_RANKS=$(mktemp) # is filled when the kernel has joined the others
    export PLEGMA_RANKS
    "$python" "$here/../python/run_notebook.py" "$@"
    status=$?
    joined=$(cat "$PLEGMA_RANKS")
    rm -f "$PLEGMA_RANKS"
    [ -z "$joined" ] || exit $status
    # MPICH's launcher lets the others wait for a first rank that never came: the server takes its place, and ends them all.
fi
# PoCL needs Java's library for signal chaining.
[ ! -e "$java/lib/libjsig.so" ] || export LD_PRELOAD="$java/lib/libjsig.so"
exec "$java/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 -cp "$classes" org.plegma.mpi.RankServer

#!/bin/bash
# A job array of "plegma bench": submit it by sbatch, in the folder of the checkout or bundle.
# A job writes its record after each case. Two minutes before its time ends it is put into the queue again, and goes on
# with the cases that it lacks; so does each that is submitted once more. At the end:
#
#     ./plegma bench merge @NAME@-*-of-@JOBS@.h5 --record @NAME@.h5
#
#SBATCH --job-name=plegma-@NAME@
#SBATCH --array=1-@JOBS@
#SBATCH --output=@NAME@-%a-of-@JOBS@.log
#SBATCH --open-mode=append
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --gpus=1
#SBATCH --time=01:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
# What your cluster asks for beside this, such as --partition and --account.

shard=${SLURM_ARRAY_TASK_ID:?is set in jobs of an array: submit this by sbatch}

again() {
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard"
    wait "$bench"
}
trap again USR1

# Alone on the node, a job has it to itself; others on it make times longer. Choose --exclusive for processors.
./plegma bench @BENCH@ --shard "$shard/@JOBS@" --record "@NAME@-$shard-of-@JOBS@.h5" --resume &
bench=$!
wait "$bench"

#!/bin/sh
# Tells Spark's scheduler the OpenCL devices of a machine, as the resource "opencl". Beside it, or in $SPARK_HOME/jars, lie
# plegma.jar and plegma-spark.jar. Parts of names as arguments choose among the devices. For workers of a cluster of your own:
#
#     spark.worker.resource.opencl.amount           4
#     spark.worker.resource.opencl.discoveryScript  /opt/plegma/discover-devices.sh
#
# and for the program, with executors of one core, or one executor takes all cores of a worker and one device:
#
#     --conf spark.executor.cores=1 --conf spark.executor.resource.opencl.amount=1 --conf spark.task.resource.opencl.amount=1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
exec "$java" -cp "$here/*:${SPARK_HOME:-$here}/jars/*" org.plegma.spark.DeviceDiscovery "$@"

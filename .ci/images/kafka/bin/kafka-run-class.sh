#!/bin/bash
# kafka-run-class.sh CLASS [ARG...]
[ -n "$KAFKA_LOG4J_OPTS" ] || KAFKA_LOG4J_OPTS="-Dlog4j2.configurationFile=/opt/kafka/config/tools-log4j2.yaml"
exec "${JAVA_HOME:-/opt/java/openjdk}/bin/java" ${KAFKA_HEAP_OPTS:--Xmx256M} ${KAFKA_JVM_PERFORMANCE_OPTS:--XX:+UseSerialGC -XX:TieredStopAtLevel=1} \
  $KAFKA_LOG4J_OPTS $KAFKA_JMX_OPTS $KAFKA_OPTS -cp '/opt/kafka/libs/*' "$@"

#!/bin/bash
# kafka-server-start.sh server.properties [ARG...]
[ "$1" != -daemon ] || { shift; exec setsid "$0" "$@" </dev/null >/dev/null 2>&1 & exit; }
export KAFKA_LOG4J_OPTS="${KAFKA_LOG4J_OPTS:--Dlog4j2.configurationFile=/opt/kafka/config/log4j2.yaml}"
export KAFKA_HEAP_OPTS="${KAFKA_HEAP_OPTS:--Xms256M -Xmx1G}"
exec "$(dirname "$0")/kafka-run-class.sh" kafka.Kafka "$@"

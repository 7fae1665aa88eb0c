set -e
o='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -Xlog:all=error:stderr'
export CLUSTER_ID=5L6g3nShT-eMCtK--X86sw KAFKA_HEAP_OPTS=-Xmx256M
touch /opt/kafka/config/server.properties
KAFKA_JVM_PERFORMANCE_OPTS="$o -XX:ArchiveClassesAtExit=/opt/kafka/storage.jsa" /opt/kafka/bin/kafka-run-class.sh kafka.docker.KafkaDockerWrapper setup \
  --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config
KAFKA_JVM_PERFORMANCE_OPTS="$o -XX:ArchiveClassesAtExit=/opt/kafka/kafka.jsa" /opt/kafka/bin/kafka-server-start.sh /opt/kafka/config/server.properties >/tmp/log & p=$!
for i in $(seq 300); do grep -q 'Kafka Server started' /tmp/log && break; sleep 0.2; done
grep -q 'Kafka Server started' /tmp/log
/opt/kafka/bin/kafka-topics.sh --bootstrap-server localhost:9092 --create --topic t --partitions 1
echo x | /opt/kafka/bin/kafka-console-producer.sh --bootstrap-server localhost:9092 --topic t
/opt/kafka/bin/kafka-console-consumer.sh --bootstrap-server localhost:9092 --topic t --from-beginning --max-messages 1 --timeout-ms 20000
kill -TERM $p; wait $p || true
ls -la /opt/kafka/*.jsa
rm -rf /tmp/kraft-combined-logs /tmp/log /tmp/hsperfdata_* /opt/kafka/config/server.properties /opt/kafka/archive.sh

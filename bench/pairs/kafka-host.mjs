// Starts one Kafka broker and prints its address. The end of stdin stops it.
import { startKafka } from '@tributary/testing/containers/start-kafka';

const kafka = await startKafka();
process.stdout.write(`${JSON.stringify({ broker: kafka.brokers[0] })}\n`);
process.stdin.resume();
process.stdin.once('end', async () => {
  await kafka.stop();
  process.exit(0);
});

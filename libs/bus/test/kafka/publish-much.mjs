// Publishes 8,000 messages of 2 kB to a topic of one partition, while the process of the spec is blocked:
// node publish-much.mjs '<JSON of the brokers and the topic>'.
import { z } from 'zod';
import { KafkaPublisher } from '../../dist/kafka/kafka.publisher.js';

const { brokers, topic: name } = JSON.parse(process.argv[2]);
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const publisher = new KafkaPublisher({
  brokers,
  clientId: 'test-much',
  logger: silent,
  limits: { deadlineMs: 180_000 },
});
const topic = { name, schema: z.unknown(), key: () => 'k', partitions: 1, retention: { days: 1 } };
const filling = 'x'.repeat(2_000);
for (let batch = 0; batch < 4; batch++)
  await publisher.publish(
    topic,
    Array.from({ length: 2_000 }, (_, step) => ({
      id: `${batch}-${step}`,
      key: 'k',
      json: JSON.stringify({ key: 'k', step, filling }),
    })),
  );
await publisher.close();

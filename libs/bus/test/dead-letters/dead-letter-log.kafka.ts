import { startKafka } from '@tributary/testing/containers/start-kafka';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { KafkaDeadLetterLog } from '../../src/kafka/kafka-dead-letter-log.js';
import { silent } from '../bus-harness.js';
import { describeDeadLetterLog } from './dead-letter-log-contract.js';
import type { LogUnderTest } from './dead-letter-log.js';
import { connect } from '../kafka/kafka-harness.js';

async function kafkaLog(): Promise<LogUnderTest> {
  const broker = await startKafka();
  const log = new KafkaDeadLetterLog({ brokers: broker.brokers, clientId: 'test-dlq', logger: silent });
  return {
    log,
    prepare: async (topic) => void (await createTopics(broker.brokers, [topic], { replicationFactor: 1 })),
    connect: () => connect(broker),
    publishSpooled: () => Promise.resolve(),
    close: async () => {
      await log.close();
      await broker.stop();
    },
  };
}

describeDeadLetterLog('on Kafka', kafkaLog);

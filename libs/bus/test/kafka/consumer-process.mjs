// A consumer as a process that can be killed and stopped: node consumer-process.mjs '<JSON of the options>'.
// It appends the ids of handled messages to a file, which stands for its database: a written line is a COMMIT.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { KafkaPublisher } from '../../dist/kafka/kafka.publisher.js';
import { KafkaStrategy } from '../../dist/kafka/kafka.strategy.js';

const { brokers, topic, group, file, fault, sessionTimeoutMs, bundled = false } = JSON.parse(process.argv[2]);
const commit = (batch) => appendFileSync(file, batch.map(({ id }) => `${id}\n`).join(''), { flush: true });
const die = () => process.kill(process.pid, 'SIGKILL');
const print = (word) => process.stdout.write(`${word}\n`);

const faults = {
  none: async (batch) => commit(batch),
  // Between the handler's COMMIT and the commit of the offset.
  'kill-after-commit': async (batch) => {
    commit(batch);
    die();
  },
  'kill-before-commit': async () => die(),
  // Long enough to be stopped in between.
  'slow-commit': async (batch) => {
    print('working');
    await sleep(1_000);
    commit(batch);
    print('committed');
  },
};

/** Wrong on purpose: commits the offset before the work. */
async function consumeCommitFirst() {
  const consumer = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 10 } }).consumer({
    groupId: group,
    sessionTimeout: sessionTimeoutMs,
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const eachBatch = async ({ batch, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets }) => {
    resolveOffset(batch.lastOffset());
    await commitOffsetsIfNecessary(uncommittedOffsets());
    await faults['kill-before-commit']();
  };
  await consumer.run({ autoCommit: false, eachBatch });
}

function consume() {
  const connection = { brokers, clientId: 'consumer-process', logger: { warn: () => {}, debug: () => {} } };
  const onCrash = () => process.exit(1);
  const strategy = new KafkaStrategy({
    ...connection,
    publisher: new KafkaPublisher(connection),
    onCrash,
    sessionTimeoutMs,
  });
  const definition = { name: topic, schema: z.unknown(), partitions: 1, retention: { days: 1 }, bundled };
  strategy.addHandler(topic, faults[fault], true, { topic: definition, group, maxBatch: 10 });
  strategy.listen(() => {});
}

if (fault === 'commit-first') await consumeCommitFirst();
else consume();

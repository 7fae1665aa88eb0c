import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { topic } from '@tributary/contracts/topics/topic';
import type { KafkaMessage } from 'kafkajs';
import { z } from 'zod';
import type { Consumer } from '../messages/consumer.js';
import { KafkaBroadcast } from './kafka-broadcast.js';

const states = topic({
  name: 'test.states.v1',
  schema: z.object({ key: z.string() }),
  key: ({ key }) => key,
  partitions: 1,
  retention: 'compact',
});
const end = 7n;

let broadcast: KafkaBroadcast;
const handled: string[] = [];
afterEach(() => broadcast.close());

/** A consumer of a topic with records up to the end, which no broker delivers. */
async function start(): Promise<KafkaBroadcast> {
  const consumer: Consumer = {
    topic: states,
    group: 'test.follow',
    broadcast: true,
    mayStayEmpty: false,
    soleOwner: false,
    startsLast: false,
    maxBatch: 500,
    concurrency: 1,
    handle: (batch) => {
      handled.push(...batch.map(({ key }) => key));
      return Promise.resolve([]);
    },
  };
  broadcast = new KafkaBroadcast('test.follow', [consumer], {
    brokers: ['127.0.0.1:1'],
    clientId: 'test',
    logger: { warn: () => {}, debug: () => {} },
    offsets: { ranges: () => Promise.resolve([{ partition: 0, low: 0n, high: end }]) },
    deadLetters: { write: () => Promise.resolve() },
    onCrash: (error) => {
      throw error;
    },
  });
  broadcast.start();
  // Until it knows the end of the topic.
  await setImmediate();
  return broadcast;
}

const record = (offset: number) =>
  ({
    offset: String(offset),
    key: Buffer.from('a'),
    value: Buffer.from('{"key":"a"}'),
    timestamp: '1',
  }) as KafkaMessage;
const answer = (records: KafkaMessage[], next: bigint | undefined) => ({
  topic: states.name,
  partition: 0,
  errorCode: 0,
  end,
  next,
  records,
});
const never = () => false;

it('continues behind a batch whose last record was removed by compaction', async () => {
  const { take, hasCaughtUp } = bound(await start());
  await take(answer([record(5)], 7n), never);
  expect(hasCaughtUp()).toBe(true);
  // The broker sends the batch again, for the offset that is gone.
  await take(answer([record(5)], 7n), never);
  expect(handled).toEqual(['a']);
});

it('stays where it is after an answer without records: others have filled it', async () => {
  const { take, hasCaughtUp } = bound(await start());
  await take(answer([], undefined), never);
  expect(hasCaughtUp()).toBe(false);
});

const bound = (reader: KafkaBroadcast) => ({
  take: reader.take.bind(reader),
  hasCaughtUp: reader.hasCaughtUp.bind(reader),
});

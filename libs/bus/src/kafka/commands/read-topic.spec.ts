import { describe, expect, it } from '@jest/globals';
import { userPointErased } from '@tributary/contracts/topics/topics';
import type { KafkaMessage } from 'kafkajs';
import { visitEach } from './read-topic.js';

const erased = { datamart_id: '1', user_point_ids: ['a'] };
const record = (offset: number, value: string): KafkaMessage => ({
  key: null,
  value: Buffer.from(value),
  timestamp: String(offset),
  attributes: 0,
  headers: {},
  offset: String(offset),
});

describe('a topic that is read once', () => {
  it('is visited message by message, each followed by a heartbeat, whether it can be read or not', async () => {
    const seen: unknown[] = [];
    const visit = visitEach(userPointErased, ({ time, value }) => {
      seen.push([time, value?.datamart_id]);
      return Promise.resolve();
    });
    const heartbeat = () => {
      seen.push('heartbeat');
      return Promise.resolve();
    };
    const values = [JSON.stringify(erased), '{"datamart_id":1}', 'no json', JSON.stringify(erased)];
    await visit(
      0,
      values.map((value, offset) => record(offset, value)),
      heartbeat,
    );
    const beats = [
      [0, '1'],
      [1, undefined],
      [2, undefined],
      [3, '1'],
    ].flatMap((message) => [message, 'heartbeat']);
    expect(seen).toEqual(beats);
  });

  it('ends with the error of its visitor', async () => {
    const visit = visitEach(userPointErased, () => Promise.reject(new Error('the database is gone')));
    const records = [record(0, JSON.stringify(erased))];
    await expect(visit(0, records, () => Promise.resolve())).rejects.toThrow('the database is gone');
  });
});

import { expect, it } from '@jest/globals';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import type { CredentialUse } from '@tributary/contracts/admin/access';
import { CredentialUses } from './credential-uses.js';

const hour = 3_600_000;

/** Uses, and what reaches the bus of them. */
function uses() {
  const bus = { isDown: false, published: [] as CredentialUse[][] };
  const publish: Publisher['publish'] = (_topic, messages) => {
    if (bus.isDown) return Promise.reject(new Error('the bus is down'));
    for (const message of messages)
      if ('value' in message) bus.published.push((message.value as { uses: CredentialUse[] }).uses);
    return Promise.resolve();
  };
  return { bus, uses: new CredentialUses({ publish, isEmpty: () => Promise.resolve(false) }) };
}
const token = (id: string, hour_ts: number): CredentialUse => ({ kind: 'api_token', id, hour_ts });

it('a credential is published once in each hour in which it is used', async () => {
  const { bus, uses: seen } = uses();
  for (const ts of [5 * hour, 5 * hour + 1, 6 * hour - 1]) seen.see('api_token', '1', ts);
  await seen.publish();
  seen.see('api_token', '1', 6 * hour - 1);
  await seen.publish();
  expect(bus.published).toEqual([[token('1', 5 * hour)]]);
  seen.see('api_token', '1', 6 * hour);
  await seen.publish();
  expect(bus.published).toEqual([[token('1', 5 * hour)], [token('1', 6 * hour)]]);
});

it('a token and a key with the same id are two credentials', async () => {
  const { bus, uses: seen } = uses();
  seen.see('api_token', '1', hour);
  seen.see('message_authentication_key', '1', hour);
  await seen.publish();
  expect(bus.published).toEqual([[token('1', hour), { kind: 'message_authentication_key', id: '1', hour_ts: hour }]]);
});

it('many uses are published in messages of a thousand', async () => {
  const { bus, uses: seen } = uses();
  for (let id = 1; id <= 2_001; id++) seen.see('api_token', String(id), hour);
  await seen.publish();
  expect(bus.published.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
});

it('uses wait while the bus is down, up to a hundred thousand', async () => {
  const { bus, uses: seen } = uses();
  bus.isDown = true;
  for (let id = 1; id <= 100_001; id++) seen.see('api_token', String(id), hour);
  await expect(seen.publish()).rejects.toThrow('the bus is down');
  bus.isDown = false;
  await seen.publish();
  expect(bus.published.flat().map(({ id }) => id)).toEqual(Array.from({ length: 100_000 }, (_, n) => String(n + 1)));
});

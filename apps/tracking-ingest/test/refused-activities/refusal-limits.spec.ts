import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import type { ReceivedRefusal, RefusedCredential } from '@tributary/contracts/refusals/refused-activity';
import fc from 'fast-check';
import { storeRefusals } from '../../src/refused-activities/store-refusals.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { aRefusal, messageOf } from './refusals-fixture.js';

let tracking: TrackingDatabase;
beforeAll(async () => {
  tracking = await startTrackingDatabase();
});
afterAll(() => tracking.stop());

const limits = { rows: 12, bytes: 100 };
const start = Date.now();
let datamarts = 0;

interface Row {
  id: string;
  sender: string;
  bytes: number;
}

const store = (datamart_id: string, refusals: ReceivedRefusal[], left_out: number) =>
  transaction(tracking.dataSource, (client) =>
    storeRefusals(client, datamart_id, [messageOf(datamart_id, refusals, { left_out })], {
      now: start,
      erasureKey: tracking.erasureKey,
      limits,
    }),
  );
const stored = (datamart_id: string) =>
  tracking.dataSource.query<Row[]>(
    'select id, sender, bytes from refused_activities where datamart_id = $1 order by received_ts, arrival',
    [datamart_id],
  );
const dropped = async (datamart_id: string) => {
  const [row] = await tracking.dataSource.query<{ dropped: string }[]>(
    'select dropped from refusal_counts where datamart_id = $1',
    [datamart_id],
  );
  return Number(row?.dropped);
};

const credentials: RefusedCredential[] = [
  { kind: 'api_token', id: '1' },
  { kind: 'api_token', id: '2' },
  { kind: 'collect_key', id: '1' },
  { kind: 'message_authentication_key', id: '1' },
];
const batches = fc.array(
  fc.record({
    refusals: fc.array(
      fc.record({ credential: fc.constantFrom(...credentials), bytes: fc.integer({ min: 1, max: 30 }) }),
      { maxLength: 15 },
    ),
    left_out: fc.nat(3),
  }),
  { minLength: 1, maxLength: 4 },
);

it('the refusals of a datamart stay within the limits, the newest of each credential, and all others are counted', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      const datamart_id = String(++datamarts);
      const all: (Row & { is_public: boolean })[] = [];
      for (const { refusals, left_out } of given) {
        const rows = refusals.map(({ credential, bytes }) =>
          aRefusal({ credential, body: 'x'.repeat(bytes), received_ts: start + all.length }),
        );
        await store(datamart_id, rows, left_out);
        for (const { id, credential, body } of rows) {
          const sender = `${credential.kind}/${credential.id}`;
          all.push({ id, sender, bytes: body.length, is_public: credential.kind !== 'api_token' });
        }
      }
      const kept = await stored(datamart_id);
      const leftOut = given.reduce((sum, { left_out }) => sum + left_out, 0);
      expect(kept.length + (await dropped(datamart_id))).toBe(all.length + leftOut);
      const size = (rows: Row[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0);
      const published = kept.filter(({ sender }) => !sender.startsWith('api_token/'));
      expect([kept.length <= limits.rows, size(kept) <= limits.bytes]).toEqual([true, true]);
      expect([published.length <= limits.rows / 2, size(published) <= limits.bytes / 2]).toEqual([true, true]);
      for (const [sender, sent] of Map.groupBy(all, (one) => one.sender)) {
        const own = kept.filter((one) => one.sender === sender).map(({ id }) => id);
        expect(own).toEqual(sent.map(({ id }) => id).slice(sent.length - own.length));
      }
    }),
    { numRuns: 40 },
  );
});

it('a flood of one credential leaves those of others', async () => {
  const datamart_id = String(++datamarts);
  const [rare] = [aRefusal({ received_ts: start, body: 'x' })];
  await store(datamart_id, [rare], 0);
  const flood = Array.from({ length: 30 }, (_, n) =>
    aRefusal({ received_ts: start + n, body: 'x', credential: { kind: 'collect_key', id: '9' } }),
  );
  await store(datamart_id, flood, 5);
  expect((await stored(datamart_id)).map(({ id }) => id)).toEqual([rare.id, ...flood.slice(-6).map(({ id }) => id)]);
  expect(await dropped(datamart_id)).toBe(24 + 5);
});

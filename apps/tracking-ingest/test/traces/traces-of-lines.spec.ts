import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import fc from 'fast-check';
import { StoreRules } from '../../src/consent/store-rules.js';
import { startTracking, type Tracking } from '../tracking.js';
import { agent, datamart_id, publish, received, stepsOf, traceOf } from './traces-fixture.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const credential = { kind: 'API_TOKEN', id: '31' } as const;
const bodyOf = ($unique_key: string, n: number) => ({ $unique_key, $type: 'TOUCH', $user_agent_id: 'line', n });
const hashOf = (body: object) => tracking.app.app.get(StoreRules, { strict: false }).bodyHash(body);

let executions = 0;
interface Sent {
  activity_id: string;
  body: object;
  junk?: string[];
}

const batchOf = (...activities: Sent[]): ChunkParsed => ({
  datamart_id,
  execution_id: String(9_000 + ++executions),
  chunk: 0,
  batch: 0,
  shard: 0,
  creation_ts: Date.now(),
  credential,
  lines: activities.map(({ activity_id, body, junk }, index) => ({
    line: index + 1,
    operation: {
      kind: 'activity',
      activity_id,
      identifiers: [agent('line')],
      body: JSON.stringify(body),
      ...(junk && { junk }),
    },
  })),
});
const deliver = (value: ChunkParsed) =>
  tracking.app.publisher.publish(chunkParsed, [{ id: `${value.execution_id}/${randomUUID()}`, value }]);
const sendLive = (id: string, body: object) =>
  publish(tracking, received({ activity_id: id, trace: { token_id: '5', hash: hashOf(body) } }, body));

it('the trace of a line names the credential of its upload, and its placeholders', async () => {
  const id = randomUUID();
  const batch = batchOf({ activity_id: id, body: bodyOf(id, 1), junk: ['undefined', 'null'] });
  await deliver(batch);
  const trace = await traceOf(tracking, id);
  expect(stepsOf(trace)).toEqual([
    { step: 'ACCEPTED', source: 'IMPORT', credential, execution_id: batch.execution_id },
    { step: 'JUNK_LEFT_OUT', identifiers: ['undefined', 'null'] },
    { step: 'STORED', user_point_id: expect.any(String) },
  ]);
  expect(trace?.steps.map(({ ts }) => ts)).toEqual([batch.creation_ts, batch.creation_ts, expect.any(Number)]);
});

it('a line that the platform calls a bot is no other activity than the same one live', async () => {
  const id = randomUUID();
  await deliver(batchOf({ activity_id: id, body: { ...bodyOf(id, 1), $is_bot: true } }));
  await sendLive(id, bodyOf(id, 1));
  expect(stepsOf(await traceOf(tracking, id))?.at(-1)).toMatchObject({ step: 'DUPLICATE', count: 1, different: false });
});

it('an id that comes several times is counted, live and in files, each message and each batch once', async () => {
  const coming = fc.record({ source: fc.constantFrom('live', 'line', 'two lines'), n: fc.nat(1), again: fc.boolean() });
  let files = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(coming, { minLength: 1, maxLength: 5 }), async (all) => {
      const id = randomUUID();
      for (const { source, n, again } of all) {
        const body = bodyOf(id, n);
        if (source === 'live') await sendLive(id, body);
        else {
          const line = { activity_id: id, body };
          const batch = source === 'line' ? batchOf(line) : batchOf(line, line);
          for (let times = 0; times < (again ? 2 : 1); times++) await deliver(batch);
          files++;
        }
      }
      const came = all.reduce((sum, { source }) => sum + (source === 'two lines' ? 2 : 1), 0);
      const duplicate = (await traceOf(tracking, id))?.steps.find(({ step }) => step === 'DUPLICATE');
      expect(duplicate?.count ?? 0).toBe(came - 1);
      if (duplicate) expect(duplicate.different).toBe(new Set(all.map(({ n }) => n)).size > 1);
    }),
    { numRuns: 40 },
  );
  expect(files).toBeGreaterThan(10);
});

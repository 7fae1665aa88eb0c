import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import {
  idsOfLines,
  type ChunkApplied,
  type ImportOperation,
  type LineFailure,
} from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { eventually } from '@tributary/testing/eventually';
import { answersTo, Applied } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

const datamart_id = '7';
const creation_ts = Date.now();
let executions = 0;
const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const account = (value: string): Identifier => ({ type: 'USER_ACCOUNT', compartment_id: 'default', value });

/** Publishes batches of a new execution together, one chunk each, and returns the answers in their order. */
async function applyTogether(batches: ImportOperation[][]): Promise<ChunkApplied[]> {
  const execution_id = String(++executions);
  let line = 0;
  const messages = batches.map((operations, chunk) => {
    const lines = operations.map((operation) => ({ line: ++line, operation }));
    return { id: uuid7(), value: { datamart_id, execution_id, chunk, batch: 0, shard: 0, creation_ts, lines } };
  });
  await tracking.app.publisher.publish(chunkParsed, messages);
  return (await answersTo(execution_id, batches.length)).sort((a, b) => a.chunk - b.chunk);
}

/** Publishes one batch of a new execution `times` times and returns all answers. */
async function apply(operations: ImportOperation[], times = 1): Promise<ChunkApplied[]> {
  const execution_id = String(++executions);
  const lines = operations.map((operation, index) => ({ line: index + 1, operation }));
  const value = { datamart_id, execution_id, chunk: 0, batch: 0, shard: 0, creation_ts, lines };
  for (let sent = 0; sent < times; sent++) await tracking.app.publisher.publish(chunkParsed, [{ id: uuid7(), value }]);
  return answersTo(execution_id, times);
}

const failuresOf = async (operations: ImportOperation[]): Promise<LineFailure[]> =>
  (await apply(operations)).flatMap(({ failures }) => failures);
const read = async (selector: string, what = '') =>
  (await tracking.call('GET', `${datamart_id}/user_points/${selector}${what}`)).body;
const idOf = async (selector: string) => (await read(selector)).data as { id: string } | undefined;

const activity = (activity_id: string, who: Identifier): ImportOperation => ({
  kind: 'activity',
  activity_id,
  identifiers: [who],
  body: `{"$type":"SITE_VISIT","$user_agent_id":"${who.value}","n":12345678901234567890}`,
});
const segment = (identifier: Identifier, segment_id: string, data_bag?: string): ImportOperation => ({
  kind: 'update_segment',
  identifier,
  segment_id,
  expiration_ts: null,
  ...(data_bag === undefined ? {} : { data_bag }),
});
const profile = (identifier: Identifier, properties: string, ts?: number): ImportOperation => ({
  kind: 'upsert_profile',
  identifier,
  compartment_id: 'default',
  properties,
  update_strategy: 'PARTIAL_UPDATE',
  merge_objects: false,
  ...(ts === undefined ? {} : { ts }),
});
const deleteProfile = (identifier: Identifier): ImportOperation => ({
  kind: 'delete_profile',
  identifier,
  compartment_id: 'default',
});

describe('a batch of an import', () => {
  it('takes effect once, however often it is delivered, and gets the same answer each time', async () => {
    const operations = [activity(uuid7(), agent('i-1')), activity(uuid7(), agent('i-1')), segment(agent('i-1'), '42')];
    const [first, ...others] = await apply(operations, 3);
    expect(first).toMatchObject({ total_success: 3, failures: [] });
    for (const other of others) expect(other).toEqual(first);
    expect(await read('user_agent_id=i-1', '/user_activities')).toMatchObject({ total: 2 });
    expect(await read('user_agent_id=i-1', '/user_segments')).toMatchObject({ total: 1 });
  });

  it('counts an activity that is stored already as a success, and does not store it again', async () => {
    const id = uuid7();
    expect(await failuresOf([activity(id, agent('i-2')), activity(id, agent('i-2'))])).toEqual([]);
    expect(await failuresOf([activity(id, agent('i-2'))])).toEqual([]);
    expect(await read('user_agent_id=i-2', '/user_activities')).toMatchObject({ total: 1 });
  });

  it('stores the choice of the latest time that the API accepts', async () => {
    const choice_ts = 9_223_372_036_854_775_807; // 2^63 as a JavaScript number
    const custom = '{}';
    const choice = { processing_id: 'p', choice_ts, choice_acceptance_value: true, custom };
    expect(await failuresOf([{ kind: 'upsert_choice', identifier: agent('i-choice'), ...choice }])).toEqual([]);
    expect(await read('user_agent_id=i-choice', '/user_choices')).toMatchObject({ total: 1 });
  });

  it('stores a line without an id once, and deduplicates lines with an id', async () => {
    const who = agent('i-11');
    const own = uuid7();
    const nextLines = (count: number) =>
      Array.from({ length: count }, (_, index) => activity(idsOfLines(String(executions + 1))(index + 1), who));
    await apply([...nextLines(2), activity(own, who), segment(who, '1')], 3);
    await apply([...nextLines(2), activity(own.toUpperCase(), who), segment(who, '1')], 2);
    // The database refuses the last line, so the lines are applied one by one.
    await apply([...nextLines(2), activity(own, who), segment(who, '1', '{no json')], 2);
    const { data, total } = await read('user_agent_id=i-11', '/user_activities');
    const ids = (data as { $id: string }[]).map(({ $id }) => $id);
    expect(total).toBe(2 + 1 + 2 + 2);
    expect(new Set(ids).size).toBe(total);
  });

  it('stores lines under the ids that a secret of the execution makes', async () => {
    const [execution_id, line_secret] = [String(++executions), randomUUID()];
    const lines = [1, 2].map((line) => ({
      line,
      operation: activity(idsOfLines(execution_id, { line_secret, chunk: 0 })(line), agent('i-12')),
    }));
    const value = { datamart_id, execution_id, line_secret, chunk: 0, batch: 0, shard: 0, creation_ts, lines };
    await tracking.app.publisher.publish(chunkParsed, [{ id: uuid7(), value }]);
    expect(await answersTo(execution_id, 1)).toMatchObject([{ total_success: 2, failures: [] }]);
    const { data } = await read('user_agent_id=i-12', '/user_activities');
    const ids = (data as { $id: string }[]).map(({ $id }) => $id);
    expect(ids.toSorted()).toEqual(lines.map(({ operation }) => (operation as { activity_id: string }).activity_id));
  });

  it('keeps the order of the lines of one person, also if they name the person by different identifiers', async () => {
    await apply([{ kind: 'associate', identifiers: [account('u-3'), agent('i-3')] }]);
    const lines = [
      profile(account('u-3'), '{"gone":1}'),
      deleteProfile(account('u-3')),
      profile(account('u-3'), '{"stays":1.0}'),
      profile(agent('i-3'), '{"without":"account"}'),
      segment(agent('i-3'), '1'),
      { ...segment(account('u-3'), '1'), kind: 'delete_segment' } as ImportOperation,
      segment(agent('i-3'), '2'),
    ];
    expect(await failuresOf(lines)).toEqual([]);
    const profiles = (await read('user_agent_id=i-3', '/user_profiles')).data as object[];
    expect(profiles).toHaveLength(2);
    expect(profiles).toEqual(
      expect.arrayContaining([expect.objectContaining({ stays: 1 }), expect.objectContaining({ without: 'account' })]),
    );
    expect(profiles).not.toContainEqual(expect.objectContaining({ gone: 1 }));
    const segments = (await read('user_agent_id=i-3', '/user_segments')).data as { segment_id: string }[];
    expect(segments.map(({ segment_id }) => segment_id)).toEqual(['2']);
  });

  it('creates no person by a deletion', async () => {
    const unknown = agent('i-4');
    const deletions: ImportOperation[] = [
      deleteProfile(unknown),
      { kind: 'delete_segment', identifier: unknown, segment_id: '1' },
      { kind: 'delete_choice', identifier: unknown, processing_id: 'p' },
      { kind: 'delete_identifier', identifier: unknown },
      { kind: 'delete_point', identifier: unknown },
    ];
    expect(await failuresOf(deletions)).toEqual([]);
    expect(await read('user_agent_id=i-4')).toMatchObject({ error_code: 'RESOURCE_NOT_FOUND' });
  });

  it('fails only the line that the database refuses, and applies the others', async () => {
    const failures = await failuresOf([
      segment(agent('i-5'), '1', '{"a":1}'),
      segment(agent('i-5'), '2', '{no json'),
      segment(agent('i-5'), '3'),
    ]);
    expect(failures).toMatchObject([{ line: 2, error_code: 'BAD_REQUEST_DATA' }]);
    expect(await read('user_agent_id=i-5', '/user_segments')).toMatchObject({ total: 2 });
  });

  it('applies the events of its activities, as for live ones', async () => {
    const event = {
      $event_name: '$set_user_choice',
      $properties: { $processing_id: 'p', $choice_acceptance_value: true },
    };
    const body = JSON.stringify({ $type: 'TOUCH', $user_agent_id: 'i-6', $events: [event] });
    await apply([{ kind: 'activity', activity_id: uuid7(), identifiers: [agent('i-6')], body }]);
    expect(await read('user_agent_id=i-6', '/user_choices')).toMatchObject({ data: [{ $processing_id: 'p' }] });
  });
});

describe('batches that are delivered together', () => {
  it('take effect in file order and get an answer each', async () => {
    const person = account('together');
    const answers = await applyTogether([
      [profile(person, '{"color":"red"}'), segment(person, '1')],
      [deleteProfile(person)],
      [profile(person, '{"size":1}'), segment(person, '2', '{no json'), segment(person, '3')],
    ]);
    expect(answers.map(({ total_success, failures }) => [total_success, failures.map(({ line }) => line)])).toEqual([
      [2, []],
      [1, []],
      [2, [5]],
    ]);
    const { data } = await read('compartment_id=default,user_account_id=together', '/user_profiles');
    expect(data).toEqual([expect.objectContaining({ size: 1 })]);
    expect(data[0]).not.toHaveProperty('color');
  });

  it('share a transaction, and only two of them while activities come in live', async () => {
    const transactions = async () => {
      const [answer] = await applyTogether([1, 2, 3].map((n) => [segment(agent(`shared-${n}`), '1')]));
      const [row] = await tracking.database.query<{ count: number }[]>(
        'select count(distinct xmin::text)::int as count from import_batches where execution_id = $1',
        [answer?.execution_id],
      );
      return row?.count;
    };
    await eventually(async () => expect(await transactions()).toBe(1));
    await eventually(async () => {
      await tracking.send(datamart_id, { $user_agent_id: 'live' });
      expect(await transactions()).toBe(2);
    });
    await eventually(async () => expect(await transactions()).toBe(1));
  });

  it('are applied one by one, activities of new people too, if the database refuses one of their lines', async () => {
    const answers = await applyTogether([
      [activity(uuid7(), agent('again-1')), activity(uuid7(), agent('again-2'))],
      [activity(uuid7(), agent('again-2')), segment(agent('again-3'), '1', '{no json')],
    ]);
    expect(answers.map(({ total_success }) => total_success)).toEqual([2, 1]);
    expect(await read('user_agent_id=again-1', '/user_activities')).toMatchObject({ total: 1 });
    expect(await read('user_agent_id=again-2', '/user_activities')).toMatchObject({ total: 2 });
  });

  it('do not wait for a batch that can never be applied: all of its lines fail and have no effect', async () => {
    const answers = await applyTogether([
      [segment(agent('before'), '1')],
      [segment(agent('poisoned'), '1'), profile(agent('poisoned'), 'no JSON')],
      [segment(agent('after'), '1')],
    ]);
    expect(answers.map(({ total_success }) => total_success)).toEqual([1, 0, 1]);
    expect(answers[1]?.failures).toEqual(
      [2, 3].map((line) => ({ line, error_code: 'SERVICE_UNAVAILABLE', error: expect.any(String) })),
    );
    expect(await read('user_agent_id=before', '/user_segments')).toMatchObject({ total: 1 });
    expect(await read('user_agent_id=after', '/user_segments')).toMatchObject({ total: 1 });
    expect(await idOf('user_agent_id=poisoned')).toBeUndefined();
  });
});

describe('lines that change identities', () => {
  it('join people and split them again', async () => {
    await apply([{ kind: 'associate', identifiers: [account('u-7'), agent('i-7')] }]);
    const together = await idOf('user_agent_id=i-7');
    expect(await idOf('compartment_id=default,user_account_id=u-7')).toEqual(together);
    const failures = await failuresOf([
      { kind: 'dissociate', identifiers: [agent('i-7'), account('u-7')] },
      { kind: 'dissociate', identifiers: [agent('i-7'), account('u-7')] },
    ]);
    expect(failures).toMatchObject([{ line: 2, error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' }]);
    expect(await idOf('user_agent_id=i-7')).toEqual(together);
    expect((await idOf('compartment_id=default,user_account_id=u-7'))?.id).not.toBe(together?.id);
  });

  it('refuse to join more identifiers than one person may have', async () => {
    const many = Array.from({ length: 101 }, (_, n) => agent(`i-8-${n}`));
    expect(await failuresOf([{ kind: 'associate', identifiers: many }])).toMatchObject([
      { line: 1, error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' },
    ]);
    for (const { value } of many) expect(await idOf(`user_agent_id=${value}`)).toBeUndefined();
    expect(await failuresOf([{ kind: 'associate', identifiers: many.slice(1) }])).toEqual([]);
  });

  it('delete an identifier and erase a person', async () => {
    await apply([{ kind: 'associate', identifiers: [account('u-9'), agent('i-9')] }]);
    await apply([{ kind: 'delete_identifier', identifier: agent('i-9') }]);
    expect(await idOf('user_agent_id=i-9')).toBeUndefined();
    const person = await idOf('compartment_id=default,user_account_id=u-9');
    await apply([{ kind: 'delete_point', user_point_id: person?.id ?? '' }]);
    expect(await idOf(person?.id ?? '')).toBeUndefined();
    expect(await idOf('compartment_id=default,user_account_id=u-9')).toBeUndefined();
  });

  it('do not create a person again who was erased after the file came in', async () => {
    await apply([segment(agent('i-10'), '1')]);
    await tracking.call('DELETE', `${datamart_id}/user_points/user_agent_id=i-10`);
    expect(await failuresOf([segment(agent('i-10'), '1'), activity(uuid7(), agent('i-10'))])).toEqual([]);
    expect(await idOf('user_agent_id=i-10')).toBeUndefined();
  });
});

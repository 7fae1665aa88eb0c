import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { refused, startTracking, type Tracking } from './tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

let last = 0;
const aPerson = () => {
  const agent = `agent-${++last}`;
  const point = `7/user_points/user_agent_id=${agent}`;
  return { agent, point, choices: `${point}/user_choices`, choice: `${point}/user_choices/processing_id=1` };
};
const put = (path: string, body: object | string) => tracking.call('PUT', path, body);
const get = (path: string) => tracking.call('GET', path);
const notFound = refused(404, 'RESOURCE_NOT_FOUND', 'Resource Not Found');
const yes = ($choice_ts: number, more: object = {}) => ({ $choice_ts, $choice_acceptance_value: true, ...more });
const no = ($choice_ts: number, more: object = {}) => ({ $choice_ts, $choice_acceptance_value: false, ...more });
const listed = async (path: string) => (await get(path)).body.data as Record<string, unknown>[];

describe('PUT of a choice', () => {
  it('returns the record, which is then the current choice and in the log', async () => {
    const { choice, choices } = aPerson();
    const before = Date.now();
    const { status, body } = await put(choice, yes(1_000, { channel: 'web', $custom: null }));
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        data: {
          $processing_id: '1',
          $choice_ts: 1_000,
          $choice_acceptance_value: true,
          $creation_ts: expect.any(Number),
          channel: 'web',
          $custom: null,
          $source: 'TRUSTED',
        },
      },
    ]);
    expect((body.data as Record<string, number>)['$creation_ts']).toBeGreaterThanOrEqual(before);
    const envelope = { status: 'ok', data: [body.data], count: 1, total: 1, first_result: 0, max_results: 50 };
    for (const path of [
      choice,
      choices,
      `${choice}/change_log`,
      `${choices}?processing_id=1`,
      `${choices}/processing_id=`,
    ])
      expect((await get(path)).body).toEqual(envelope);
  });

  it('keeps numbers as sent', async () => {
    const { choice } = aPerson();
    await put(choice, '{"$choice_ts":1700000000000,"$choice_acceptance_value":true,"n":12345678901234567890.10}');
    expect((await get(choice)).text).toContain('"n":12345678901234567890.10');
  });

  it('counts a time of the future as the receipt, so a later choice wins', async () => {
    const { choice } = aPerson();
    const before = Date.now();
    const future = [2_051_222_400_000, '2051222400000', '9223372036854775807'];
    for (const time of future) await put(choice, { $choice_ts: time, $choice_acceptance_value: true });
    const { $choice_ts: counted } = ((await get(choice)).body.data as { $choice_ts: number }[])[0]!;
    expect(counted).toBeGreaterThanOrEqual(before);
    expect(counted).toBeLessThanOrEqual(Date.now());
    await put(choice, { $choice_ts: Date.now(), $choice_acceptance_value: false });
    expect((await get(choice)).body.data).toMatchObject([{ $choice_acceptance_value: false }]);
    const nearly = Date.now() + 500_000;
    expect((await put(choice, { $choice_ts: nearly, $choice_acceptance_value: true })).body.data).toMatchObject({
      $choice_ts: nearly,
    });
  });

  it('accepts a processing that is an integer, and a time as text, which it returns as a number', async () => {
    const { choice } = aPerson();
    const body = '{"$processing_id":1,"$choice_ts":"1700000000001","$choice_acceptance_value":true}';
    expect((await put(choice, body)).text).toContain('"$choice_ts":1700000000001,');
    await put(choice, '{"$choice_ts":"1700000000000","$choice_acceptance_value":false}');
    expect((await get(choice)).body.data).toMatchObject([{ $processing_id: '1', $choice_acceptance_value: true }]);
    for (const id of ['2', '"2"', '10000000000000000001'])
      expect(await put(choice, body.replace('"$processing_id":1', `"$processing_id":${id}`))).toMatchObject(
        refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$processing_id'),
      );
    for (const id of ['1.0', '1.5', '1e0'])
      expect(await put(choice, body.replace('"$processing_id":1', `"$processing_id":${id}`))).toMatchObject(
        refused(400, 'BAD_REQUEST_DATA', '$processing_id'),
      );
    for (const time of ['12x', '-1', '1e3', '0', ''])
      expect(await put(choice, { $choice_ts: time, $choice_acceptance_value: true })).toMatchObject(
        refused(400, 'BAD_REQUEST_DATA', '$choice_ts'),
      );
  });

  it('creates the user point of an unknown identifier, and does not find an unknown id', async () => {
    const { point, choice } = aPerson();
    expect(await get(`${point}/user_choices`)).toMatchObject(notFound);
    await put(choice, yes(1));
    expect((await get(`${point}/user_choices`)).status).toBe(200);
    expect(await put(`7/user_points/${randomUUID()}/user_choices/processing_id=1`, yes(1))).toMatchObject(notFound);
  });

  it('accepts a processing id with commas and equals signs', async () => {
    const { point } = aPerson();
    const { body } = await put(`${point}/user_choices/processing_id=a%2Cb=c`, yes(1));
    expect(body.data).toMatchObject({ $processing_id: 'a,b=c' });
    expect(await listed(`${point}/user_choices/processingId=a,b=c`)).toHaveLength(1);
  });

  it('leaves white space around the processing id out, as events and lines do', async () => {
    const { point, choices, choice } = aPerson();
    const { body } = await put(`${choices}/processing_id=%20%E3%80%801%09`, yes(1, { $processing_id: ' 1' }));
    expect(body.data).toMatchObject({ $processing_id: '1' });
    for (const path of [choice, `${choices}/processing_id=%201/change_log`, `${point}/user_choices?processing_id=1%20`])
      expect(await listed(path)).toEqual([body.data]);
  });

  it('shows a choice that an older version stored with white space, beside the one without', async () => {
    const { choices, choice } = aPerson();
    await put(choice, yes(1));
    const renamed = `update user_choices set processing_id = ' 1' where (datamart_id, user_point_id) = (
      select datamart_id, user_point_id from user_identifiers where value = $1)`;
    await tracking.database.query(renamed, [`agent-${last}`]);
    const old = { $processing_id: ' 1', $choice_acceptance_value: true };
    const readings = ['/processing_id=%201', '/processing_id=%201/change_log', '?processing_id=%201'];
    for (const path of readings) expect(await listed(choices + path)).toMatchObject([old]);
    expect(await listed(choice)).toEqual([]);
    await put(`${choices}/processing_id=%201`, no(2));
    const written = { $processing_id: '1', $choice_acceptance_value: false };
    for (const path of readings) {
      const found = await listed(choices + path);
      expect(found).toHaveLength(2);
      expect(found).toEqual(expect.arrayContaining([expect.objectContaining(old), expect.objectContaining(written)]));
    }
    expect(await listed(choice)).toMatchObject([written]);
  });

  it('refuses U+0000 in the filter of a list', async () => {
    const { body, status } = await tracking.call('GET', '7/user_points/user_agent_id=a/user_choices?processing_id=%00');
    expect([status, body.error]).toEqual([400, 'processing_id: holds U+0000']);
  });

  it.each<[string, object | string, ReturnType<typeof refused>]>([
    ['no time', { $choice_acceptance_value: true }, refused(400, 'BAD_REQUEST_DATA', '$choice_ts')],
    [
      'null for the time',
      { $choice_ts: null, $choice_acceptance_value: true },
      refused(400, 'BAD_REQUEST_DATA', '$choice_ts'),
    ],
    ['a time of 0', yes(0), refused(400, 'BAD_REQUEST_DATA', '$choice_ts')],
    ['no value', { $choice_ts: 1 }, refused(400, 'BAD_REQUEST_DATA', '$choice_acceptance_value')],
    [
      'a value as text',
      { $choice_ts: 1, $choice_acceptance_value: 'true' },
      refused(400, 'BAD_REQUEST_DATA', '$choice_acceptance_value'),
    ],
    ['a body that is no object', '[]', refused(400, 'BAD_REQUEST_DATA')],
    [
      'another processing in the body',
      yes(1, { $processing_id: '2' }),
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$processing_id'),
    ],
  ])('refuses %s', async (_case, body, expected) => {
    expect(await put(aPerson().choice, body)).toMatchObject(expected);
  });

  it.each([
    ['an empty processing', 'processing_id=', refused(400, 'BAD_REQUEST_DATA', 'processing_id')],
    ['white space as the processing', 'processing_id=%20', refused(400, 'BAD_REQUEST_DATA', 'processing_id')],
    [
      'a processing of 256 characters',
      `processing_id=${'x'.repeat(256)}`,
      refused(400, 'BAD_REQUEST_DATA', 'processing_id'),
    ],
    ['another name', 'processing=1', notFound],
  ])('refuses %s', async (_case, path, expected) => {
    expect(await put(`${aPerson().choices}/${path}`, yes(1))).toMatchObject(expected);
  });
});

describe('the current choice', () => {
  it.each<[string, object[], object]>([
    ['is the latest', [no(1), yes(2)], { $choice_ts: 2, $choice_acceptance_value: true }],
    ['is the latest, in any order of arrival', [yes(2), no(1)], { $choice_ts: 2, $choice_acceptance_value: true }],
    ['of two of one time is the refusal', [no(1), yes(1)], { $choice_acceptance_value: false }],
    ['of two of one time is the refusal, in any order', [yes(1), no(1)], { $choice_acceptance_value: false }],
    ['of equal ones is the last written', [yes(1, { n: 1 }), yes(1, { n: 2 })], { n: 2 }],
  ])('%s', async (_case, writes, expected) => {
    const { choice } = aPerson();
    for (const write of writes) await put(choice, write);
    expect(await listed(choice)).toMatchObject([expected]);
  });

  it('is one per processing, in a stable order and in pages', async () => {
    const { choices } = aPerson();
    for (const processing of ['b', 'a', 'c', 'a']) await put(`${choices}/processing_id=${processing}`, yes(1));
    const { body } = await get(`${choices}?first_result=1&max_results=1`);
    expect(body).toMatchObject({ count: 1, total: 3, data: [{ $processing_id: 'b' }] });
    expect((await get(`${choices}?first_result=9`)).body).toMatchObject({ count: 0, total: 3, data: [] });
    expect((await get(`${choices}/processing_id=z`)).body).toMatchObject({ count: 0, total: 0, data: [] });
  });
});

describe('the change log', () => {
  it('holds every write, newest time first, then last written first', async () => {
    const { choice, choices } = aPerson();
    for (const write of [yes(2, { n: 1 }), no(3, { n: 2 }), yes(2, { n: 3 }), yes(1, { n: 4 })])
      await put(choice, write);
    await put(`${choices}/processing_id=2`, yes(9));
    expect((await listed(`${choice}/change_log`)).map(({ n }) => n)).toEqual([2, 3, 1, 4]);
    expect((await get(`${choice}/change_log?first_result=1&max_results=2`)).body).toMatchObject({
      count: 2,
      total: 4,
      data: [{ n: 3 }, { n: 1 }],
    });
    expect((await get(`${choices}/processing_id=z/change_log`)).body).toMatchObject({ data: [], total: 0 });
    for (const all of [`${choices}/change_log`, `${choices}/processing_id=/change_log`]) {
      expect((await listed(all)).map(({ n, $processing_id }) => n ?? $processing_id)).toEqual(['2', 2, 3, 1, 4]);
      expect((await get(`${all}?first_result=4`)).body).toMatchObject({ count: 1, total: 5, data: [{ n: 4 }] });
    }
  });

  it('is unknown with its person, and empty where the person has no choices', async () => {
    const { point, choices } = aPerson();
    expect(await get(`${choices}/change_log`)).toMatchObject(notFound);
    await put(`${point}/user_segments/1`, {});
    expect((await get(`${choices}/change_log`)).body).toMatchObject({ data: [], total: 0 });
  });
});

describe('events of activities', () => {
  it('write choices and profiles', async () => {
    const { agent, choice } = aPerson();
    const account = `account-${agent}`;
    const $events = [
      {
        $event_name: '$set_user_choice',
        $ts: 5,
        $properties: { $processing_id: '1', $choice_acceptance_value: true, n: 1 },
      },
      { $event_name: '$set_user_profile_properties', $properties: { $user_account_id: account, a: 1 } },
      { $event_name: '$set_user_profile_properties', $ts: 4, $properties: { $user_account_id: account, a: 0, b: 0 } },
    ];
    await tracking.send('7', { $ts: 5, $user_agent_id: agent, $events });
    expect(await listed(choice)).toMatchObject([{ $choice_ts: 5, $choice_acceptance_value: true, n: 1 }]);
    const profiles = await listed(`7/user_points/user_agent_id=${agent}/user_profiles`);
    expect(profiles).toMatchObject([{ $compartment_id: 'default', $user_account_id: account, a: 1, b: 0 }]);
  });
});

describe('choices', () => {
  it('are the same in any order of writes, also to several people who are merged later', async () => {
    const write = fc.record({
      processing: fc.constantFrom('1', '2'),
      ts: fc.integer({ min: 1, max: 3 }),
      accepted: fc.boolean(),
      person: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
        const people = [aPerson(), aPerson(), aPerson()];
        const join = { $user_identifiers: people.map(({ agent }) => ({ $type: 'USER_AGENT', $user_agent_id: agent })) };
        const half = writes.length / 2;
        for (const [index, { processing, ts, accepted, person }] of writes.entries()) {
          if (index >= half) await tracking.send('7', join);
          await put(`${people[person]?.choices}/processing_id=${processing}`, accepted ? yes(ts) : no(ts));
        }
        await tracking.send('7', join);
        const expected = ['1', '2'].flatMap((processing) => {
          const own = writes.filter((one) => one.processing === processing);
          const newest = own.filter(({ ts }) => ts === Math.max(...own.map((one) => one.ts)));
          const accepted = newest.every((one) => one.accepted);
          return newest.length === 0
            ? []
            : [{ $processing_id: processing, $choice_ts: newest[0]?.ts, $choice_acceptance_value: accepted }];
        });
        expect(await listed(people[0]?.choices ?? '')).toMatchObject(expected);
        const logs = await Promise.all(
          ['1', '2'].map((id) => listed(`${people[1]?.choices}/processing_id=${id}/change_log`)),
        );
        expect(logs.flat()).toHaveLength(writes.length);
      }),
      { numRuns: lawRuns(20) },
    );
  });
});

it('counts each processing of a person once, through writes and merges', async () => {
  const there = await tracking.database.query<{ there: number }[]>(
    'select count(distinct (datamart_id, user_point_id, processing_id))::int as there from user_choices',
  );
  expect(await tracking.counted('UserChoice')).toBe(there[0]?.there);
});

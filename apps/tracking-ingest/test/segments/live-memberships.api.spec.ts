import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { refused, startTracking, type Tracking } from '../tracking.js';
import { SegmentReports } from './segment-reports.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([SegmentReports])));
afterAll(() => tracking.stop());

let last = 0;
const anAgent = () => `live-${++last}`;
const segmentsOf = (agent: string) => `7/user_points/user_agent_id=${agent}/user_segments`;
const put = (agent: string, segment: string, body: object | string = {}) =>
  tracking.call('PUT', `${segmentsOf(agent)}/${segment}`, body);
const remove = (agent: string, segment: string) => tracking.call('DELETE', `${segmentsOf(agent)}/${segment}`);
const list = (agent: string) => tracking.call('GET', segmentsOf(agent));

/** A registered segment: the resource has its own spec. */
async function register(datamart_id: string, default_ttl: number | null): Promise<string> {
  const [{ id }] = await tracking.database.query<[{ id: string }]>(
    `insert into audience_segments (id, organisation_id, datamart_id, name, type, paused, creation_ts, default_ttl)
      values (nextval('audience_segment_ids'), 1, $1, 'x', 'USER_LIST', false, 1, $2) returning id`,
    [datamart_id, default_ttl],
  );
  return id;
}

/** When the membership ends, after the write began; null: never. */
async function lifetime(segment: string, body: object = {}): Promise<number | null> {
  const before = Date.now();
  const { data } = (await put(anAgent(), segment, body)).body as { data: { expiration_ts: number | null } };
  return data.expiration_ts === null ? null : data.expiration_ts - before;
}

describe('PUT of a membership', () => {
  it('creates the person and answers the membership, as reads do', async () => {
    const agent = anAgent();
    const before = Date.now();
    const { status, text, body } = await put(agent, 'buyers', { data_bag: { level: 3 } });
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        data: {
          segment_id: 'buyers',
          data_bag: { level: 3 },
          creation_ts: expect.any(Number),
          last_modified_ts: expect.any(Number),
          expiration_ts: null,
        },
      },
    ]);
    const { creation_ts } = body.data as { creation_ts: number };
    expect(creation_ts).toBeGreaterThanOrEqual(before);
    const [, record] = /"data":(.*)\}$/.exec(text) ?? [];
    expect((await list(agent)).text).toContain(`"data":[${record}]`);
  });

  it('replaces a membership, whose creation time stays', async () => {
    const agent = anAgent();
    const first = (await put(agent, 's', { data_bag: 1, expiration_ts: Date.now() + 60_000 })).body.data as object;
    const second = (await put(agent, 's')).body.data as { last_modified_ts: number };
    expect(second).toEqual({
      ...first,
      data_bag: null,
      expiration_ts: null,
      last_modified_ts: second.last_modified_ts,
    });
    expect((await list(agent)).body).toMatchObject({ data: [second], total: 1 });
  });

  it.each([
    '{"n":12345678901234567890.10}',
    '{"10":1,"2":[1.0,1e400],"__proto__":null, "a":1}',
    'null',
    '[]',
    '"\\u00e9"',
    '-0',
  ])('keeps the data bag %s as it was sent', async (data_bag) => {
    const agent = anAgent();
    const { text } = await put(agent, 's', `{"expiration_duration":0, "data_bag" : ${data_bag} }`);
    expect(text).toContain(`"data_bag":${data_bag},"creation_ts"`);
    expect((await list(agent)).text).toContain(`"data_bag":${data_bag},"creation_ts"`);
  });

  it.each<[string, object | string, number | null]>([
    // In 2100: the job would delete one that has expired while another test counts.
    ['at its date', { expiration_ts: 4_102_444_800_000 }, 4_102_444_800_000],
    ['never by a duration of 0', { expiration_duration: 0 }, null],
    ['never without both', {}, null],
    ['never with nulls', { expiration_ts: null, expiration_duration: null }, null],
    ['at a date as text', { expiration_ts: '1900000000000' }, 1_900_000_000_000],
    ['at the last int64', '{"expiration_ts":9223372036854775807}', Number.MAX_SAFE_INTEGER],
    ['not beyond the safe integers', { expiration_duration: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER],
  ])('ends it %s', async (_case, body, expiration_ts) => {
    expect((await put(anAgent(), 's', body)).body).toMatchObject({ data: { expiration_ts } });
  });

  it('ends it after its minutes, else after the default ttl of the segment', async () => {
    const [day, never, foreign] = [await register('7', 86_400_000), await register('7', 0), await register('8', 5)];
    const minute: unknown = expect.closeTo(60_000, -4);
    expect(await lifetime('s', { expiration_duration: 1 })).toEqual(minute);
    expect(await lifetime(day)).toEqual(expect.closeTo(86_400_000, -4));
    expect(await lifetime(day, { expiration_duration: 1 })).toEqual(minute);
    expect(await lifetime(day, { expiration_duration: 0 })).toBeNull();
    expect(await lifetime(never)).toBeNull();
    expect(await lifetime(foreign)).toBeNull();
    expect(await lifetime(`0${day}`)).toBeNull();
  });

  it.each(['a/b', 'a,b=c', '%', '☕', 'x'.repeat(255)])('takes the segment id "%.20s"', async (id) => {
    const agent = anAgent();
    const segment = encodeURIComponent(id);
    expect((await put(agent, segment)).body).toMatchObject({ data: { segment_id: id } });
    expect((await list(agent)).body).toMatchObject({ data: [{ segment_id: id }] });
    expect((await remove(agent, segment)).status).toBe(200);
    expect((await list(agent)).body).toMatchObject({ data: [] });
  });

  it('leaves white space around the segment id out, as lines do', async () => {
    const agent = anAgent();
    expect((await put(agent, '%205%09')).body).toMatchObject({ data: { segment_id: '5' } });
    await put(agent, '5');
    expect((await list(agent)).body).toMatchObject({ data: [{ segment_id: '5' }], total: 1 });
    expect((await remove(agent, '5%20')).status).toBe(200);
    expect((await list(agent)).body).toMatchObject({ total: 0 });
  });

  it('deletes a membership that an older version stored with white space, and the one without', async () => {
    const agent = anAgent();
    await put(agent, 'old');
    await tracking.database.query(`update user_segments set segment_id = ' 5' where segment_id = 'old'`);
    for (const segment of ['5', '6']) await put(agent, segment);
    expect((await remove(agent, '5%20')).status).toBe(200);
    expect((await list(agent)).body).toMatchObject({ data: [{ segment_id: ' 5' }, { segment_id: '6' }] });
    await put(agent, '5');
    expect((await remove(agent, '%205')).status).toBe(200);
    expect((await list(agent)).body).toMatchObject({ data: [{ segment_id: '6' }], total: 1 });
  });

  const both = { expiration_ts: 5, expiration_duration: 5 };
  it.each<[string, string, object | string, string]>([
    ['both expirations', 's', both, 'expiration_duration: '],
    ['a negative duration', 's', { expiration_duration: -1 }, 'expiration_duration: must be an integer of at least 0'],
    ['half a minute', 's', { expiration_duration: 0.5 }, 'expiration_duration: must be an integer of at least 0'],
    ['a duration that is a word', 's', { expiration_duration: 'x' }, 'expiration_duration: '],
    ['a duration beyond the safe integers', 's', { expiration_duration: 2 ** 53 }, 'expiration_duration: '],
    ['a negative date', 's', { expiration_ts: -1 }, 'expiration_ts: '],
    ['a date of 0', 's', { expiration_ts: 0 }, 'expiration_ts: '],
    ['a date that is a word', 's', { expiration_ts: 'x' }, 'expiration_ts: '],
    ['a date beyond an int64', 's', { expiration_ts: '9223372036854775808' }, 'expiration_ts: '],
    ['a number beyond an int64', 's', '{"expiration_ts":9223372036854775808}', 'expiration_ts: '],
    ['U+0000 in the data bag', 's', { data_bag: ['\0'] }, 'data_bag[0]: '],
    ['a data bag that is too deep', 's', `{"data_bag":${'['.repeat(40)}${']'.repeat(40)}}`, 'data_bag'],
    ['a body that is a list', 's', [], 'body: '],
    ['a segment id of 256 characters', 'x'.repeat(256), {}, 'segment_id: '],
    ['white space as the segment id', '%20', {}, 'segment_id: '],
    ['U+0000 in the segment id', 'a%00', {}, 'U+0000'],
  ])('is refused with %s', async (_case, segment, body, error) => {
    expect(await put(anAgent(), segment, body)).toMatchObject(refused(400, 'BAD_REQUEST_DATA', error));
    expect((await list(`live-${last}`)).status).toBe(404);
  });

  it('is refused without a body, and for people who cannot be created', async () => {
    const path = (selector: string) => `7/user_points/${selector}/user_segments/s`;
    const bare = await tracking.call('PUT', path('user_agent_id=x'));
    expect(bare).toMatchObject(refused(400, 'BAD_REQUEST_FORMAT'));
    for (const [selector, status, code] of [
      [randomUUID(), 404, 'RESOURCE_NOT_FOUND'],
      ['7', 404, 'RESOURCE_NOT_FOUND'],
      ['email=a@b.c', 400, 'BAD_REQUEST_DATA'],
    ] as const)
      for (const method of ['PUT', 'DELETE'])
        expect(await tracking.call(method, path(selector), method === 'PUT' ? {} : undefined)).toMatchObject(
          refused(status, code),
        );
    expect(await tracking.call('PUT', path('user_agent_id=null'), {})).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
    // A membership that was stored under junk once can be deleted.
    expect((await tracking.call('DELETE', path('user_agent_id=null'))).status).toBe(200);
  });
});

describe('DELETE of a membership', () => {
  it('ends that membership alone', async () => {
    const agent = anAgent();
    for (const segment of ['a', 'b']) await put(agent, segment);
    expect((await remove(agent, 'a')).text).toBe('{"status":"ok"}');
    expect((await list(agent)).body).toMatchObject({ data: [{ segment_id: 'b' }], total: 1 });
  });

  it('of what is not there succeeds, and makes no person', async () => {
    const agent = anAgent();
    expect((await remove(agent, 'a')).text).toBe('{"status":"ok"}');
    expect((await list(agent)).status).toBe(404);
    await put(agent, 'b');
    expect((await remove(agent, 'a')).status).toBe(200);
    expect((await list(agent)).body).toMatchObject({ total: 1 });
  });

  it.each([
    ['x'.repeat(256), 'segment_id: '],
    ['a%00', 'U+0000'],
  ])('is refused for the segment id "%.10s"', async (segment, error) => {
    expect(await remove(anAgent(), segment)).toMatchObject(refused(400, 'BAD_REQUEST_DATA', error));
  });
});

describe('live memberships', () => {
  it('are written and read by user point id on the same connections', async () => {
    const agent = anAgent();
    await put(agent, 's');
    const { id } = (await tracking.call('GET', `7/user_points/user_agent_id=${agent}`)).body.data as { id: string };
    const path = `7/user_points/${id}/user_segments`;
    // More requests than connections, so that each connection has run the statements of both.
    const requests = Array.from({ length: 60 }, (_, n) =>
      n % 2 ? tracking.call('GET', path) : tracking.call('PUT', `${path}/7`, {}),
    );
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array<number>(60).fill(200));
  });

  it('reach reports and are counted, also if they are written at the same time', async () => {
    const agents = Array.from({ length: 10 }, anAgent);
    const segment = `published-${last}`;
    const before = await tracking.counted('UserSegment');
    await Promise.all(agents.flatMap((agent) => [put(agent, segment), put(agent, segment, { data_bag: 1 })]));
    await eventually(() => expect(SegmentReports.members(segment)).toHaveLength(10));
    expect(await tracking.counted('UserSegment')).toBe(before + 10);
    await Promise.all(agents.slice(3).flatMap((agent) => [remove(agent, segment), remove(agent, segment)]));
    await eventually(() => expect(SegmentReports.members(segment)).toHaveLength(3));
    expect(await tracking.counted('UserSegment')).toBe(before + 3);
  });
});

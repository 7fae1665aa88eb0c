import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, DirectoryChanged, Role } from '@tributary/contracts/admin/access';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { refused, startTracking, type Answer, type Tracking } from '../tracking.js';

type Fields = Record<string, unknown>;

const directory: DirectoryChanged[] = [
  { kind: 'organisation', id: '1', community_id: '1' },
  { kind: 'organisation', id: '2', community_id: '1' },
  { kind: 'organisation', id: '3', community_id: '2' },
  { kind: 'datamart', id: '7', organisation_id: '1' },
  { kind: 'datamart', id: '8', organisation_id: '1' },
  { kind: 'datamart', id: '20', organisation_id: '2' },
  { kind: 'datamart', id: '30', organisation_id: '3' },
];

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
  await tracking.app.publisher.publish(
    directoryChanged,
    directory.map((value) => ({ id: randomUUID(), value })),
  );
});
afterAll(() => tracking.stop());

const user = (role: Role, organisation_id = '1'): Caller => ({ user_id: '9', roles: [{ organisation_id, role }] });
const editor = user('EDITOR');
const communityAdmin = user('COMMUNITY_ADMIN');

async function call(caller: Caller, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await tracking.app.as(caller)(`/v1${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
}

async function data(caller: Caller, method: string, path: string, body?: unknown): Promise<Fields> {
  const answer = await call(caller, method, path, body);
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
  return answer.body.data;
}

let names = 0;
const aName = () => `name_${++names}`;
const aSegment = (difference: Fields = {}): Fields => ({
  datamart_id: '7',
  name: 'Buyers',
  type: 'USER_LIST',
  ...difference,
});
const all = '/audience_segments';
const create = (difference?: Fields, caller = editor) =>
  data(caller, 'POST', `${all}?organisation_id=1`, aSegment(difference));
const one = ({ id }: Fields) => `${all}/${String(id)}`;
const member = (person: string, { id, datamart_id }: Fields) =>
  `/datamarts/${String(datamart_id)}/user_points/user_agent_id=${person}/user_segments/${String(id)}`;

describe('audience segments', () => {
  it('are created with what was given, and read again', async () => {
    const before = Date.now();
    const technical_name = aName();
    const given = { technical_name, short_description: '', default_ttl: 0, paused: true };
    const created = await create({ ...given, id: '99', creation_ts: 1, user_points_count: 5 });
    const { id, creation_ts, ...fields } = created;
    expect(fields).toEqual({ organisation_id: '1', ...aSegment(given), user_points_count: 0 });
    expect(id).toMatch(/^[1-9]\d*$/);
    expect(creation_ts).toBeGreaterThanOrEqual(before);
    expect(await data(user('READER'), 'GET', one(created))).toEqual(created);
  });

  it('have no optional fields that were not given, or that were null', async () => {
    const absent = { technical_name: null, short_description: null, default_ttl: null, paused: null };
    for (const created of [await create(), await create(absent)])
      expect(Object.keys(created).sort()).toEqual([
        'creation_ts',
        'datamart_id',
        'id',
        'name',
        'organisation_id',
        'paused',
        'type',
        'user_points_count',
      ]);
  });

  it('take the organisation of the query or of the body', async () => {
    const body = aSegment({ organisation_id: '1' });
    expect(await data(editor, 'POST', all, body)).toMatchObject({ organisation_id: '1' });
    expect(await data(editor, 'POST', `${all}?organisation_id=1`, body)).toMatchObject({ organisation_id: '1' });
    const disagreeing = await call(communityAdmin, 'POST', `${all}?organisation_id=2`, body);
    expect(disagreeing).toMatchObject(refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'organisation_id: '));
    expect(await call(editor, 'POST', all, aSegment())).toMatchObject(
      refused(400, 'BAD_REQUEST_DATA', 'organisation_id: '),
    );
  });

  it('belong to a datamart of the organisation', async () => {
    const foreign = aSegment({ datamart_id: '20' });
    expect(await call(communityAdmin, 'POST', `${all}?organisation_id=1`, foreign)).toMatchObject(
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'datamart_id: '),
    );
    for (const datamart_id of ['20', '30', '99', '-1'])
      expect(await call(editor, 'POST', `${all}?organisation_id=1`, aSegment({ datamart_id }))).toMatchObject(
        refused(403, 'AUTHORIZATION_ERROR'),
      );
  });

  it('are replaced by PUT, except for what is read-only', async () => {
    const created = await create({ technical_name: aName(), short_description: 'x', default_ttl: 5, paused: true });
    const { technical_name: _name, short_description: _description, default_ttl: _ttl, ...kept } = created;
    const put = { name: 'B', type: 'USER_LIST', datamart_id: '8', organisation_id: '2', id: '1', creation_ts: 1 };
    const updated = await data(editor, 'PUT', one(created), put);
    expect(updated).toEqual({ ...kept, name: 'B', paused: false });
    expect(await data(editor, 'GET', one(created))).toEqual(updated);
  });

  it('have a technical name of their own in the datamart', async () => {
    const technical_name = aName();
    const created = await create({ technical_name });
    expect(await data(editor, 'PUT', one(created), aSegment({ technical_name }))).toEqual(created);
    expect(await create({ technical_name, datamart_id: '8' })).toMatchObject({ technical_name });
    const taken = refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'technical_name: ');
    expect(await call(editor, 'POST', `${all}?organisation_id=1`, aSegment({ technical_name }))).toMatchObject(taken);
    const other = await create();
    expect(await call(editor, 'PUT', one(other), aSegment({ technical_name }))).toMatchObject(taken);
    await data(editor, 'DELETE', one(created));
    expect(await data(editor, 'PUT', one(other), aSegment({ technical_name }))).toMatchObject({ technical_name });
  });

  it('with one technical name are created once, also by requests at the same time', async () => {
    const technical_name = aName();
    const requests = Array.from({ length: 20 }, () =>
      call(editor, 'POST', `${all}?organisation_id=1`, aSegment({ technical_name })),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(400)]);
  });

  it('are listed by id, and by each filter', async () => {
    await tracking.database.query('delete from audience_segments');
    const technical_name = aName();
    const buyers = await create({ name: 'Recent BUYERS 100%', technical_name });
    const other = await create({ name: 'Visitors 1000', datamart_id: '8' });
    await data(user('EDITOR', '2'), 'POST', `${all}?organisation_id=2`, aSegment({ datamart_id: '20' }));
    const listed = async (filters: string) => {
      const { body } = await call(user('READER'), 'GET', `${all}?organisation_id=1${filters}`);
      return [body.total, (body.data as unknown as Fields[]).map(({ id }) => id)];
    };
    expect(await data(editor, 'GET', `${all}?organisation_id=1`)).toEqual([buyers, other]);
    expect(await listed('&first_result=1&max_results=1')).toEqual([2, [other.id]]);
    expect(await listed('&first_result=5')).toEqual([2, []]);
    expect(await listed('&datamart_id=8')).toEqual([1, [other.id]]);
    expect(await listed(`&technical_name=${technical_name}`)).toEqual([1, [buyers.id]]);
    expect(await listed(`&technical_name=${technical_name}x`)).toEqual([0, []]);
    expect(await listed('&keywords=buyers%20recent')).toEqual([1, [buyers.id]]);
    expect(await listed('&keywords=100%25')).toEqual([1, [buyers.id]]);
    expect(await listed('&keywords=100_')).toEqual([0, []]);
    expect(await listed('&keywords=%20')).toEqual([2, [buyers.id, other.id]]);
    for (const query of ['?organisation_id=2', '?organisation_id=99', '?organisation_id=1&datamart_id=20'])
      expect(await call(editor, 'GET', all + query)).toMatchObject(refused(403, 'AUTHORIZATION_ERROR'));
  });

  it.each<[string, string]>([
    ['', 'organisation_id: '],
    ['?organisation_id=x', 'organisation_id: '],
    ['?organisation_id=1&datamart_id=x', 'datamart_id: '],
    ['?organisation_id=1&max_results=0', 'max_results: '],
    ['?organisation_id=1&first_result=-1', 'first_result: '],
    ['?organisation_id=1&technical_name=%00', 'technical_name: '],
    [`?organisation_id=1&technical_name=${'x'.repeat(256)}`, 'technical_name: '],
    ['?organisation_id=1&keywords=%00', 'keywords: '],
    [`?organisation_id=1&keywords=${'x'.repeat(256)}`, 'keywords: '],
  ])('are not listed for the query "%.60s"', async (query, error) => {
    expect(await call(editor, 'GET', all + query)).toMatchObject(refused(400, 'BAD_REQUEST_DATA', error));
  });

  const badFields: [string, Fields, string][] = [
    ['no name', { name: undefined }, 'name: '],
    ['an empty name', { name: '' }, 'name: '],
    ['an invisible name', { name: ' \u200b' }, 'name: '],
    ['a name that is a number', { name: 5 }, 'name: '],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name: '],
    ['U+0000 in the name', { name: 'a\0' }, 'name: '],
    ['no type', { type: undefined }, 'type: '],
    ['another type', { type: 'USER_QUERY' }, 'type: '],
    ['an empty technical name', { technical_name: '' }, 'technical_name: '],
    ['a technical name that is a number', { technical_name: 5 }, 'technical_name: '],
    ['a description that is a number', { short_description: 5 }, 'short_description: '],
    ['a description of 4,097 characters', { short_description: 'x'.repeat(4_097) }, 'short_description: '],
    ['a negative ttl', { default_ttl: -1 }, 'default_ttl: '],
    ['half a millisecond', { default_ttl: 0.5 }, 'default_ttl: '],
    ['a ttl that is a string', { default_ttl: '5' }, 'default_ttl: '],
    ['a ttl beyond the safe integers', { default_ttl: 2 ** 53 }, 'default_ttl: '],
    ['paused that is a string', { paused: 'true' }, 'paused: '],
  ];
  const badCreations: [string, Fields, string][] = [
    ['no datamart', { datamart_id: undefined }, 'datamart_id: '],
    ['a datamart that is null', { datamart_id: null }, 'datamart_id: '],
    ['a datamart that is a word', { datamart_id: 'x' }, 'datamart_id: '],
    ['an organisation that is a word', { organisation_id: 'x' }, 'organisation_id: '],
  ];

  it.each([...badFields, ...badCreations])('are not created with %s', async (_case, difference, error) => {
    expect(await call(editor, 'POST', `${all}?organisation_id=1`, aSegment(difference))).toMatchObject(
      refused(400, 'BAD_REQUEST_DATA', error),
    );
  });

  it('are not changed by a bad body', async () => {
    const created = await create();
    for (const [, difference, error] of badFields)
      expect(await call(editor, 'PUT', one(created), aSegment(difference))).toMatchObject(
        refused(400, 'BAD_REQUEST_DATA', error),
      );
    expect(await call(editor, 'PUT', one(created), [])).toMatchObject(refused(400, 'BAD_REQUEST_DATA'));
    expect(await call(editor, 'PUT', one(created))).toMatchObject(refused(400, 'BAD_REQUEST_FORMAT'));
    expect(await call(editor, 'POST', `${all}?organisation_id=1`)).toMatchObject(refused(400, 'BAD_REQUEST_FORMAT'));
    expect(await data(editor, 'GET', one(created))).toEqual(created);
  });

  it.each(['GET', 'PUT', 'DELETE'])('are read by readers and written by editors: %s', async (method) => {
    const created = await create();
    const body = method === 'PUT' ? aSegment() : undefined;
    for (const caller of [user('COMMUNITY_ADMIN', '3'), user('ORGANISATION_ADMIN', '2'), { user_id: '9', roles: [] }])
      expect(await call(caller, method, one(created), body)).toMatchObject(refused(404, 'RESOURCE_NOT_FOUND'));
    expect((await call(user('READER'), method, one(created), body)).status).toBe(method === 'GET' ? 200 : 403);
    for (const id of ['0', 'abc', '99999999999999999999', '999999'])
      expect(await call(editor, method, `${all}/${id}`, body)).toMatchObject(refused(404, 'RESOURCE_NOT_FOUND'));
  });

  it('are created by editors of the organisation only', async () => {
    for (const caller of [user('READER'), user('EDITOR', '2'), { user_id: '9', roles: [] }])
      expect(await call(caller, 'POST', `${all}?organisation_id=1`, aSegment())).toMatchObject(
        refused(403, 'AUTHORIZATION_ERROR'),
      );
  });
});

describe('the memberships of an audience segment', () => {
  it('are none at first, also if people are in segments of the next ids that are not registered', async () => {
    const { id } = await create();
    const next = Array.from({ length: 30 }, (_, index) => String(Number(id) + index + 1));
    for (const taken of next) await data(editor, 'PUT', member('taken', { id: taken, datamart_id: '7' }), {});
    const registered = await create();
    expect(next).not.toContain(registered.id);
    expect(registered).toMatchObject({ user_points_count: 0 });
    // Ids are taken in the datamart of the memberships alone.
    const elsewhere = await create({ datamart_id: '8' });
    expect(Number(elsewhere.id)).toBe(Number(registered.id) + 1);
  });

  const countOf = async (segment: Fields) => (await data(editor, 'GET', one(segment))).user_points_count;

  it('are counted, without those that have expired', async () => {
    const segment = await create();
    for (const person of ['c-1', 'c-2', 'c-2']) await data(editor, 'PUT', member(person, segment), {});
    await data(editor, 'PUT', member('c-3', segment), { expiration_ts: 1 });
    await eventually(async () => expect(await countOf(segment)).toBe(2));
    const listed = (await data(editor, 'GET', `${all}?organisation_id=1`)) as unknown as Fields[];
    expect(listed.find(({ id }) => id === segment.id)).toMatchObject({ user_points_count: 2 });
  });

  it('end with the segment, and only they', async () => {
    const [segment, other] = [await create(), await create()];
    for (const one of [segment, other]) await data(editor, 'PUT', member('d-1', one), {});
    expect((await call(editor, 'DELETE', one(segment))).text).toBe('{"status":"ok"}');
    expect(await call(editor, 'DELETE', one(segment))).toMatchObject(refused(404, 'RESOURCE_NOT_FOUND'));
    expect(await call(editor, 'GET', one(segment))).toMatchObject(refused(404, 'RESOURCE_NOT_FOUND'));
    await eventually(async () => {
      const left = await data(editor, 'GET', '/datamarts/7/user_points/user_agent_id=d-1/user_segments');
      expect(left).toMatchObject([{ segment_id: other.id }]);
    });
    await eventually(async () => expect(await countOf(other)).toBe(1));
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(() => api.query('truncate dashboards, dashboard_contents restart identity cascade'));
afterAll(() => api.stop());

const editor = user('EDITOR');
const communityAdmin = user('COMMUNITY_ADMIN');
const ids = '?organisation_id=1';

const aDashboard = (difference: Fields = {}): Fields => ({
  title: 'Visits',
  scopes: ['home', 'segments'],
  segment_ids: ['12'],
  builder_ids: [],
  community_id: '1',
  organisation_id: '1',
  ...difference,
});
const create = (difference: Fields = {}) => api.data(editor, 'POST', '/dashboards', aDashboard(difference));

describe('POST /dashboards', () => {
  it('returns the registration with its creator and creation time', async () => {
    const before = Date.now();
    const created = await create();
    expect(created).toEqual({
      id: '1',
      ...aDashboard({ archived: false }),
      created_ts: expect.any(Number),
      created_by: '7',
      last_modified_ts: created['created_ts'],
      last_modified_by: '7',
    });
    expect(created['created_ts']).toBeGreaterThanOrEqual(before);
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toEqual(created);
  });

  it('ignores read-only and unknown fields', async () => {
    const readOnly = { id: '99', created_ts: 1, created_by: '9', last_modified_ts: 1 };
    const created = await create({ ...readOnly, last_modified_by: '9', unknown: true });
    expect(created).toMatchObject({ id: '1', created_by: '7', last_modified_by: '7' });
    expect(created).not.toHaveProperty('dashboard_content_id');
    expect(created).not.toHaveProperty('unknown');
    expect(created['created_ts']).not.toBe(1);
  });

  it.each<[string, Fields, RegExp]>([
    ['no title', { title: undefined }, /^title: /],
    ['an empty title', { title: '' }, /^title: /],
    ['an invisible title', { title: '\u2060' }, /^title: /],
    ['a title that is not a string', { title: 5 }, /^title: /],
    ['no scopes', { scopes: undefined }, /^scopes: /],
    ['an unknown scope', { scopes: ['home', 'HOME'] }, /^scopes\[1\]: /],
    ['no segment_ids', { segment_ids: undefined }, /^segment_ids: /],
    ['a segment id that is a number', { segment_ids: [12] }, /^segment_ids\[0\]: /],
    ['no builder_ids', { builder_ids: undefined }, /^builder_ids: /],
    ['null builder_ids', { builder_ids: null }, /^builder_ids: /],
    ['archived that is not a boolean', { archived: 'true' }, /^archived: /],
    ['no community_id', { community_id: undefined }, /^community_id: /],
    ['a community_id that is not an integer', { community_id: 'one' }, /^community_id: /],
    ['no organisation_id', { organisation_id: undefined }, /^organisation_id: /],
    ['an organisation_id that is a number', { organisation_id: 1 }, /^organisation_id: /],
  ])('refuses %s', async (_case, difference, message) => {
    expectError(
      await api.call(editor, 'POST', '/dashboards', aDashboard(difference)),
      400,
      'BAD_REQUEST_DATA',
      message,
    );
  });

  it.each([
    ['an array', '[]', 'BAD_REQUEST_DATA'],
    ['invalid JSON', '{', 'BAD_REQUEST_FORMAT'],
    ['missing', undefined, 'BAD_REQUEST_FORMAT'],
  ])('refuses a body that is %s', async (_case, body, code) => {
    expectError(await api.call(editor, 'POST', '/dashboards', body), 400, code);
  });

  it.each<[string, Fields]>([
    ['an organisation of another community', { organisation_id: '3' }],
    ['an organisation that does not exist', { organisation_id: '99999999999999999999999' }],
    ['a negative organisation', { organisation_id: '-1' }],
    ['a community in which the caller has no role', { community_id: '2' }],
    ['a community that does not exist', { community_id: '99' }],
  ])('is forbidden for %s', async (_case, difference) => {
    expectError(
      await api.call(communityAdmin, 'POST', '/dashboards', aDashboard(difference)),
      403,
      'AUTHORIZATION_ERROR',
    );
  });

  it('is forbidden for a reader', async () => {
    expectError(await api.call(user('READER'), 'POST', '/dashboards', aDashboard()), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(user('READER'), 'POST', '/dashboards', {}), 403, 'AUTHORIZATION_ERROR');
  });

  it('refuses an organisation that does not belong to the community', async () => {
    const both = {
      user_id: '7',
      roles: [
        { organisation_id: '1', role: 'EDITOR' as const },
        { organisation_id: '3', role: 'EDITOR' as const },
      ],
    };
    const mixed = aDashboard({ organisation_id: '3', community_id: '1' });
    expectError(await api.call(both, 'POST', '/dashboards', mixed), 400, 'CONSTRAINT_VIOLATION_EXCEPTION');
    expect(await api.data(both, 'POST', '/dashboards', { ...mixed, community_id: '2' })).toMatchObject({ id: '2' });
  });

  it('accepts the organisation in the query as well if it is the same', async () => {
    expect(await api.data(editor, 'POST', `/dashboards${ids}`, aDashboard())).toMatchObject({ id: '1' });
    const other = await api.call(communityAdmin, 'POST', '/dashboards?organisation_id=2', aDashboard());
    expectError(other, 400, 'CONSTRAINT_VIOLATION_EXCEPTION');
  });
});

describe('one dashboard', () => {
  const calls: [string, string, unknown][] = [
    ['GET', '/dashboards', undefined],
    ['GET', '/dashboards/1', undefined],
    ['PUT', '/dashboards/1', aDashboard()],
    ['DELETE', '/dashboards/1', undefined],
    ['GET', '/dashboards/1/content', undefined],
    ['GET', '/dashboards/1/content/versions', undefined],
    ['PUT', '/dashboards/1/content', { sections: [] }],
  ];

  it.each(calls)('requires organisation_id: %s %s', async (method, path, body) => {
    await create();
    expectError(await api.call(editor, method, path, body), 400, 'BAD_REQUEST_DATA', /^organisation_id: /);
    expectError(
      await api.call(editor, method, `${path}?organisation_id=one`, body),
      400,
      'BAD_REQUEST_DATA',
      /^organisation_id: /,
    );
  });

  it.each(calls.slice(1))('is not found in another organisation: %s %s', async (method, path, body) => {
    await create();
    const inTwo = method === 'PUT' && path.endsWith('/1') ? aDashboard({ organisation_id: '2' }) : body;
    const answer = await api.call(communityAdmin, method, `${path}?organisation_id=2`, inTwo);
    expectError(answer, 404, 'RESOURCE_NOT_FOUND', /^Resource Not Found$/);
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toMatchObject({ title: 'Visits' });
  });

  it.each(['2', '0', 'abc', '-1', '1.0', '99999999999999999999', '%00'])('is not found by the id %s', async (id) => {
    await create();
    expectError(await api.call(editor, 'GET', `/dashboards/${id}${ids}`), 404, 'RESOURCE_NOT_FOUND');
    expectError(await api.call(editor, 'DELETE', `/dashboards/${id}${ids}`), 404, 'RESOURCE_NOT_FOUND');
  });

  it('is replaced by a PUT: absent fields get their default, and the last modification is recorded', async () => {
    const created = await create({ archived: true });
    const next = aDashboard({ title: 'Sales', scopes: [], segment_ids: [], builder_ids: ['3'], created_ts: 5 });
    const updated = await api.data(user('EDITOR', '1', '8'), 'PUT', `/dashboards/1${ids}`, next);
    expect(updated).toEqual({
      ...created,
      title: 'Sales',
      scopes: [],
      segment_ids: [],
      builder_ids: ['3'],
      archived: false,
      last_modified_ts: expect.any(Number),
      last_modified_by: '8',
    });
    expect(updated['last_modified_ts']).toBeGreaterThanOrEqual(created['created_ts'] as number);
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toEqual(updated);
  });

  it('stays in its organisation', async () => {
    await create();
    const moved = aDashboard({ organisation_id: '2' });
    const put = (caller: Parameters<typeof api.call>[0], body: Fields) =>
      api.call(caller, 'PUT', `/dashboards/1${ids}`, body);
    for (const caller of [communityAdmin, editor])
      expectError(await put(caller, moved), 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^organisation_id: /);
    for (const organisation_id of [undefined, null])
      expect(await put(editor, aDashboard({ organisation_id }))).toMatchObject({
        status: 200,
        body: { data: { organisation_id: '1' } },
      });
    expectError(await put(editor, aDashboard({ community_id: '2' })), 403, 'AUTHORIZATION_ERROR');
    expectError(await put(editor, aDashboard({ title: '' })), 400, 'BAD_REQUEST_DATA', /^title: /);
  });

  it('is deleted with all versions of its content', async () => {
    await create();
    await api.data(editor, 'PUT', `/dashboards/1/content${ids}`, { sections: [] });
    const deleted = await api.call(editor, 'DELETE', `/dashboards/1${ids}`);
    expect(deleted).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expectError(await api.call(editor, 'GET', `/dashboards/1${ids}`), 404, 'RESOURCE_NOT_FOUND');
    expectError(await api.call(editor, 'DELETE', `/dashboards/1${ids}`), 404, 'RESOURCE_NOT_FOUND');
    expect(await api.query('select from dashboard_contents')).toEqual([]);
  });
});

describe('GET /dashboards', () => {
  const titles = async (filters: string) => {
    const list = await api.data<Fields[]>(editor, 'GET', `/dashboards${ids}${filters}`);
    return list.map(({ title }) => title);
  };

  beforeEach(async () => {
    await create({ title: 'Visits per day' });
    await create({ title: 'ÉTÉ: 100% of visits', archived: true });
    await create({ title: 'sales_by_day' });
    const other = aDashboard({ title: 'Another organisation', organisation_id: '2' });
    await api.data(communityAdmin, 'POST', '/dashboards', other);
  });

  it('pages through the dashboards of the organisation, ordered by id', async () => {
    const page = await api.call(editor, 'GET', `/dashboards${ids}&first_result=1&max_results=1`);
    expect(page.body).toEqual({
      status: 'ok',
      count: 1,
      total: 3,
      first_result: 1,
      max_results: 1,
      data: [expect.objectContaining({ id: '2' })],
    });
    const past = await api.call(editor, 'GET', `/dashboards${ids}&first_result=7`);
    expect(past.body).toEqual({ status: 'ok', count: 0, total: 3, first_result: 7, max_results: 50, data: [] });
  });

  it.each([
    ['', ['Visits per day', 'ÉTÉ: 100% of visits', 'sales_by_day']],
    ['&archived=false', ['Visits per day', 'sales_by_day']],
    ['&archived=true', ['ÉTÉ: 100% of visits']],
    ['&keywords=VISITS', ['Visits per day', 'ÉTÉ: 100% of visits']],
    ['&keywords=day%20visits', ['Visits per day']],
    ['&keywords=+day++', ['Visits per day', 'sales_by_day']],
    ['&keywords=%C3%A9t%C3%A9', ['ÉTÉ: 100% of visits']],
    ['&keywords=%25', ['ÉTÉ: 100% of visits']],
    ['&keywords=s_b', ['sales_by_day']],
    ['&keywords=s_p', []],
    ['&keywords=%5C', []],
    ['&keywords=', ['Visits per day', 'ÉTÉ: 100% of visits', 'sales_by_day']],
    ['&keywords=visits&archived=false', ['Visits per day']],
  ])('filters by "%s"', async (filters, expected) => {
    expect(await titles(filters)).toEqual(expected);
  });

  it.each([
    ['&archived=yes', /^archived: /],
    ['&max_results=0', /^max_results: /],
    ['&first_result=-1', /^first_result: /],
    ['&keywords=%00', /^keywords: /],
    ['&keywords=a&keywords=b', /^keywords: /],
    [`&keywords=${'a'.repeat(256)}`, /^keywords: /],
  ])('refuses "%s"', async (filters, message) => {
    expectError(await api.call(editor, 'GET', `/dashboards${ids}${filters}`), 400, 'BAD_REQUEST_DATA', message);
  });
});

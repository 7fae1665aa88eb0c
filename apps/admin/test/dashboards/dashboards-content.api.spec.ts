import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BootedAdmin, expectError, user, type Answer, type Fields, type Headers } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(async () => {
  await api.query('truncate dashboards, dashboard_contents restart identity cascade');
  await api.data(editor, 'POST', '/dashboards', {
    title: 'Visits',
    scopes: [],
    segment_ids: [],
    builder_ids: [],
    community_id: '1',
    organisation_id: '1',
  });
});
afterAll(() => api.stop());

const editor = user('EDITOR');
const ids = '?organisation_id=1';
const path = `/dashboards/1/content${ids}`;
const titled = (title: string) => ({ sections: [{ title, cards: [] }] });
const put = (body: unknown, headers: Headers = {}) => api.call(editor, 'PUT', path, body, headers);
const get = (headers: Headers = {}) => api.call(editor, 'GET', path, undefined, headers);
const idOf = (answer: Answer) => (answer.body.data as Fields)['id'] as string;

describe('the content of a dashboard', () => {
  it('is not found before it is written', async () => {
    expectError(await get(), 404, 'RESOURCE_NOT_FOUND', /^Resource Not Found$/);
    const versions = await api.call(editor, 'GET', `/dashboards/1/content/versions${ids}`);
    expect(versions.body).toMatchObject({ data: [], total: 0 });
  });

  it('is returned in its wrapper, whose id the registration contains', async () => {
    const before = Date.now();
    const written = await put(titled('a'));
    expect(written).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(written.body.data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      content: titled('a'),
      organisation_id: '1',
      created_ts: expect.any(Number),
      created_by: '7',
    });
    expect((written.body.data as Fields)['created_ts']).toBeGreaterThanOrEqual(before);
    expect(await get()).toMatchObject({ text: written.text });
    expect(written.type).toMatch(/^application\/json/);
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toMatchObject({ dashboard_content_id: idOf(written) });
  });

  it('does not change the last modification of the registration', async () => {
    const registration = await api.data(editor, 'GET', `/dashboards/1${ids}`);
    const answer = await api.call(user('EDITOR', '1', '8'), 'PUT', path, titled('a'));
    expect(answer.body.data).toMatchObject({ created_by: '8' });
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toEqual({
      ...registration,
      dashboard_content_id: idOf(answer),
    });
  });

  it('is kept when the registration changes', async () => {
    const { body } = await put(titled('a'));
    const { dashboard_content_id, ...registration } = await api.data(editor, 'GET', `/dashboards/1${ids}`);
    await api.data(editor, 'PUT', `/dashboards/1${ids}`, { ...registration, title: 'b' });
    expect(await api.data(editor, 'GET', `/dashboards/1${ids}`)).toMatchObject({ title: 'b', dashboard_content_id });
    expect((await get()).body).toEqual(body);
  });

  it('is returned byte for byte as sent: order of keys, numbers, duplicate keys, white space', async () => {
    const sent =
      '{ "z": 1.0, "2": 12345678901234567890, "1": 1e2, "z": -0,\n "sections": [], "é": "\\u00e9\\ud83d\\ude00" }';
    expect((await put(sent)).text).toContain(`"content":${sent}`);
    expect((await get()).text).toContain(`"content":${sent}`);
    expect(await get()).toMatchObject({ status: 200, body: { data: { organisation_id: '1' } } });
  });

  it('is returned as sent with any additional fields', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), async (custom) => {
        const sent = JSON.stringify({ ...custom, ...titled('a'), available_filters: [] });
        fc.pre(!sent.includes('\\u0000') && sent.isWellFormed() && !/\\ud[89a-f]/i.test(sent));
        expect(await put(sent)).toMatchObject({ status: 200 });
        expect((await get()).text).toContain(`"content":${sent}`);
      }),
      { numRuns: 25 },
    );
  });

  it.each<[string, unknown, string, string]>([
    ['an invalid color', { sections: [{ cards: [aCard(), aCard('#FFF')] }] }, 'BAD_REQUEST_DATA', colorPlace()],
    ['no sections', {}, 'BAD_REQUEST_DATA', 'sections: '],
    ['an array', [], 'BAD_REQUEST_DATA', 'body: '],
    ['null', 'null', 'BAD_REQUEST_DATA', 'body: '],
    ['a string with U+0000', { sections: [], note: '\0' }, 'BAD_REQUEST_DATA', 'note: '],
    ['33 levels', `{"sections":${'['.repeat(32)}${']'.repeat(32)}}`, 'BAD_REQUEST_DATA', ''],
    ['invalid JSON', '{', 'BAD_REQUEST_FORMAT', ''],
    ['no body', undefined, 'BAD_REQUEST_FORMAT', ''],
    ['more than 1 MiB', { sections: [], note: 'x'.repeat(1024 * 1024) }, 'BAD_REQUEST_FORMAT', ''],
  ])('is refused with %s and stays unchanged', async (_case, body, code, message) => {
    const { text } = await put(titled('a'));
    const answer = await put(body);
    expectError(answer, 400, code);
    expect(answer.body.error?.startsWith(message)).toBe(true);
    expect((await get()).text).toBe(text);
  });

  it('may be as large as the largest allowed body', async () => {
    const note = 'x'.repeat(1024 * 1024 - '{"sections":[],"note":""}'.length);
    const sent = JSON.stringify({ sections: [], note });
    expect((await put(sent)).status).toBe(200);
    expect((await get()).text.includes(sent)).toBe(true);
    expect((await put(`${sent} `)).status).toBe(400);
  });
});

function aCard(color = '#000000') {
  const chart = (colors: string[]) => ({ type: 'Pie', colors, dataset: { type: 'OTQL' } });
  return { x: 0, y: 0, w: 1, h: 1, charts: [chart([]), chart(['#000000', '#ffffff', color])] };
}

function colorPlace() {
  return 'sections[0].cards[1].charts[1].colors[2]: ';
}

describe('the history', () => {
  it('keeps all versions, newest first, each readable', async () => {
    const [first, second, third] = [await put(titled('a')), await put(titled('b')), await put(titled('b'))];
    expect(new Set([first, second, third].map(idOf)).size).toBe(3);
    const page = await api.call(editor, 'GET', `/dashboards/1/content/versions${ids}&max_results=2`);
    const listed = ({ body }: Answer) => {
      const { content: _content, ...version } = body.data as Fields;
      return version;
    };
    expect(page.body).toEqual({
      status: 'ok',
      count: 2,
      total: 3,
      first_result: 0,
      max_results: 2,
      data: [listed(third), listed(second)],
    });
    const earlier = await api.call(editor, 'GET', `${path}&version=${idOf(first)}`);
    expect(earlier.text).toBe(first.text);
    expect(earlier.etag).toBe(`"${idOf(first)}"`);
  });

  it.each(['999', 'abc', '0', '-1', '', '99999999999999999999'])('has no version "%s"', async (version) => {
    await put(titled('a'));
    expectError(await api.call(editor, 'GET', `${path}&version=${version}`), 404, 'RESOURCE_NOT_FOUND');
  });

  it('does not contain versions of another dashboard', async () => {
    const { body } = await put(titled('a'));
    const registration = { title: 'b', scopes: [], segment_ids: [], builder_ids: [] };
    const other = await api.data(editor, 'POST', '/dashboards', {
      ...registration,
      community_id: '1',
      organisation_id: '1',
    });
    const foreign = `/dashboards/${other['id']}/content${ids}&version=${(body.data as Fields)['id'] as string}`;
    expectError(await api.call(editor, 'GET', foreign), 404, 'RESOURCE_NOT_FOUND');
  });
});

describe('conditions', () => {
  it('If-None-Match answers 304 for an unchanged content', async () => {
    const etag = (await put(titled('a'))).etag;
    expect((await get()).etag).toBe(etag);
    const unchanged = await get({ 'if-none-match': etag });
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(unchanged.etag).toBe(etag);
    await put(titled('b'));
    expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  it('If-Match replaces only the content that the writer has read', async () => {
    const first = await put(titled('a'), { 'if-none-match': '*' });
    expect(first.status).toBe(200);
    const second = await put(titled('b'), { 'if-match': first.etag });
    expect(second.status).toBe(200);
    const stale = await put(titled('c'), { 'if-match': first.etag });
    expectError(stale, 412, 'CONSTRAINT_VIOLATION_EXCEPTION', idOf(second));
    expectError(await put(titled('c'), { 'if-none-match': '*' }), 412, 'CONSTRAINT_VIOLATION_EXCEPTION');
    expect((await get()).text).toBe(second.text);
  });

  it('are checked after the request itself', async () => {
    const stale = { 'if-match': '"999"' };
    expectError(await put({}, stale), 400, 'BAD_REQUEST_DATA');
    const unknown = await api.call(editor, 'PUT', `/dashboards/9/content${ids}`, titled('a'), stale);
    expectError(unknown, 404, 'RESOURCE_NOT_FOUND');
    expectError(await put(titled('a'), stale), 412, 'CONSTRAINT_VIOLATION_EXCEPTION', /no content/);
  });

  const race = (conditions: Headers) =>
    Promise.all(Array.from({ length: 12 }, (_writer, index) => put(titled(`writer ${index}`), conditions)));

  it('let exactly one of many concurrent writers succeed', async () => {
    const first = await put(titled('a'));
    const answers = await race({ 'if-match': first.etag });
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const refused of answers.filter((answer) => answer !== winner))
      expectError(refused, 412, 'CONSTRAINT_VIOLATION_EXCEPTION', `"${winner ? idOf(winner) : ''}"`);
    expect((await get()).text).toBe(winner?.text);
    const versions = await api.call(editor, 'GET', `/dashboards/1/content/versions${ids}`);
    expect(versions.body.total).toBe(2);
  });

  it('(control) without them every concurrent writer succeeds', async () => {
    const answers = await race({});
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const versions = await api.call(editor, 'GET', `/dashboards/1/content/versions${ids}`);
    expect(versions.body.total).toBe(answers.length);
    const newest = (versions.body.data as Fields[])[0];
    expect(idOf(await get())).toBe(newest?.['id']);
  });
});

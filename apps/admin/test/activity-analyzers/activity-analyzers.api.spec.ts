import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalyzersPlatform, workerOf } from './analyzers-platform.js';
import { BootedAdmin, expectError, people, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
beforeEach(() => platform.reset());
afterAll(() => api.stop());

const { editor, reader } = people;
const all = '/activity_analyzers?organisation_id=1';
const input = (difference: Fields = {}): Fields => ({
  name: 'Analyzer',
  version_id: '1',
  error_recovery_strategy: 'STORE_WITH_ERROR_ID',
  ...difference,
});
const derived = {
  organisation_id: '1',
  version_value: '1.0.0',
  group_id: 'g',
  artifact_id: 'a',
  visit_analyzer_plugin_id: '1',
};
const expected = { id: '1', ...input(), ...derived };
const violation = 'CONSTRAINT_VIOLATION_EXCEPTION';

describe.each(['activity_analyzers', 'visit_analyzer_models'])('%s', (name) => {
  it('are created, read, listed, replaced and deleted', async () => {
    const created = await api.data(editor, 'POST', `/${name}?organisation_id=1`, input({ id: '9' }));
    expect(created).toEqual(expected);
    expect(await api.data(reader, 'GET', `/${name}/1`)).toEqual(expected);
    await platform.createAnalyzer({ name: 'Other' });
    const page = await api.call(reader, 'GET', `/${name}?organisation_id=1&max_results=1`);
    expect(page.body).toEqual({ status: 'ok', data: [expected], count: 1, total: 2, first_result: 0, max_results: 1 });
    const changed = input({ name: 'Renamed', error_recovery_strategy: 'DROP' });
    expect(await api.data(editor, 'PUT', `/${name}/1`, changed)).toEqual({ ...expected, ...changed });
    expect((await api.call(editor, 'DELETE', `/${name}/1`)).text).toBe('{"status":"ok"}');
    for (const [method, body] of [['GET'], ['PUT', input()], ['DELETE']] as const)
      expectError(await api.call(editor, method, `/${name}/1`, body), 404, 'RESOURCE_NOT_FOUND');
  });

  it.each<[string, unknown]>([
    ['GET', undefined],
    ['PUT', input()],
    ['DELETE', undefined],
  ])('are for callers with a role in the organisation: %s', async (method, body) => {
    await platform.createAnalyzer();
    for (const caller of [people.outsider, people.sisterAdmin])
      expectError(await api.call(caller, method, `/${name}/1`, body), 404, 'RESOURCE_NOT_FOUND');
    for (const id of ['0', '2', 'abc', '99999999999999999999'])
      expectError(await api.call(editor, method, `/${name}/${id}`, body), 404, 'RESOURCE_NOT_FOUND');
    const answer = await api.call(reader, method, `/${name}/1`, body);
    if (method === 'GET') expect(answer.status).toBe(200);
    else expectError(answer, 403, 'AUTHORIZATION_ERROR');
  });
});

describe('an analyzer', () => {
  it('takes what follows from its version, if the body agrees', async () => {
    const body = input({ ...derived, version_id: 1, visit_analyzer_plugin_id: 1 });
    expect(await api.data(editor, 'POST', all, body)).toEqual(expected);
    expect(await api.data(editor, 'PUT', '/activity_analyzers/1', body)).toEqual(expected);
  });

  it.each<[string, Fields]>([
    ['version_value', { version_value: '1.0.1' }],
    ['group_id', { group_id: 'other' }],
    ['artifact_id', { artifact_id: 'other' }],
    ['visit_analyzer_plugin_id', { visit_analyzer_plugin_id: '2' }],
    ['organisation_id', { organisation_id: '2' }],
  ])('is not created if the body disagrees, and a PUT ignores it: %s', async (field, difference) => {
    await platform.createAnalyzer();
    const caller = people.communityAdmin;
    const answer = await api.call(caller, 'POST', all, input(difference));
    expectError(answer, 400, violation, new RegExp(`^${field}: must be `));
    expect(await api.data(editor, 'PUT', '/activity_analyzers/1', input(difference))).toEqual(expected);
  });

  it.each<[string, Fields, RegExp]>([
    ['no name', { name: undefined }, /^name: /],
    ['an empty name', { name: '' }, /^name: /],
    ['no version', { version_id: undefined }, /^version_id: /],
    ['a version that is an object', { version_id: {} }, /^version_id: /],
    ['no strategy', { error_recovery_strategy: undefined }, /^error_recovery_strategy: /],
    ['an unknown strategy', { error_recovery_strategy: 'RETRY' }, /^error_recovery_strategy: must be one of /],
  ])('is refused with %s', async (_case, difference, message) => {
    await platform.createAnalyzer();
    for (const [method, path] of [
      ['POST', all],
      ['PUT', '/activity_analyzers/1'],
    ] as const)
      expectError(await api.call(editor, method, path, input(difference)), 400, 'BAD_REQUEST_DATA', message);
  });

  it('has its organisation from the query or the body', async () => {
    const post = (path: string, difference: Fields = {}, caller = editor) =>
      api.call(caller, 'POST', path, input(difference));
    expect((await post('/activity_analyzers', { organisation_id: '1' })).status).toBe(200);
    const neither = await post('/activity_analyzers');
    expectError(neither, 400, 'BAD_REQUEST_DATA', /^organisation_id: is required/);
    const both = await post(all, { organisation_id: '2' }, people.communityAdmin);
    expectError(both, 400, violation, /^organisation_id: must be 1/);
    expectError(await post(all, { group_id: 1 }), 400, 'BAD_REQUEST_DATA', /^group_id: /);
  });

  it('stays in its organisation, whichever a PUT names', async () => {
    const { id } = await platform.createAnalyzer();
    const path = `/activity_analyzers/${id}`;
    for (const organisation_id of ['2', '4711', '-1', 1])
      expect(await api.data(editor, 'PUT', path, input({ organisation_id }))).toMatchObject({ organisation_id: '1' });
  });

  it('names no organisation in which the caller has no role', async () => {
    await platform.createAnalyzer();
    const foreign = '/activity_analyzers?organisation_id=';
    for (const id of ['2', '3', '4711', '-1'])
      for (const [method, path, body] of [
        ['GET', foreign + id, undefined],
        ['POST', foreign + id, {}],
        ['POST', '/activity_analyzers', input({ organisation_id: id })],
        ['POST', all, input({ organisation_id: id })],
      ] as const)
        expectError(await api.call(editor, method, path, body), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(reader, 'POST', all, {}), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(reader, 'POST', '/activity_analyzers', {}), 403, 'AUTHORIZATION_ERROR');
    for (const query of ['', '?organisation_id=a'])
      expectError(await api.call(editor, 'GET', `/activity_analyzers${query}`), 400, 'BAD_REQUEST_DATA');
  });

  it('has a version of its organisation, or of the first one of its community', async () => {
    const ofSister = await platform.createVersion(await platform.createPlugin({ organisation_id: '2' }));
    const outsider = people.outsider;
    const ofOther = await platform.createVersion(await platform.createPlugin({ organisation_id: '3' }), {}, outsider);
    const sister = user('EDITOR', '2');
    const post = (version_id: unknown, caller: typeof editor, organisation_id: string) =>
      api.call(caller, 'POST', `/activity_analyzers?organisation_id=${organisation_id}`, input({ version_id }));
    for (const [version, caller, organisation] of [
      ['1', editor, '1'],
      ['1', sister, '2'],
      [ofSister, sister, '2'],
    ] as const)
      expect((await post(version, caller, organisation)).status).toBe(200);
    for (const [version, caller, organisation] of [
      [ofSister, editor, '1'],
      [ofOther, editor, '1'],
      ['1', outsider, '3'],
      ['99', editor, '1'],
      ['abc', editor, '1'],
      ['', editor, '1'],
      [1.5, editor, '1'],
    ] as const) {
      const answer = await post(version, caller, organisation);
      if (version === 1.5) expectError(answer, 400, 'BAD_REQUEST_DATA', /^version_id: /);
      else expectError(answer, 400, violation, /^version_id: the organisation can use no such plugin version$/);
    }
  });

  it('is no instance of another type of plugin', async () => {
    const other = await platform.createPlugin({ plugin_type: 'ML_FUNCTION', artifact_id: 'ml' });
    const version_id = await platform.createVersion(other);
    const answer = await api.call(editor, 'POST', all, input({ version_id }));
    expectError(answer, 400, violation, /^version_id: .*ML_FUNCTION$/);
  });

  it('keeps the type of its plugin', async () => {
    const plugin = { plugin_type: 'AD_RENDERER', group_id: 'g', artifact_id: 'a' };
    await platform.createAnalyzer();
    const refused = await api.call(people.admin, 'PUT', '/plugins/1', plugin);
    expectError(refused, 400, violation, /^plugin_type: /);
    expect(
      (await api.call(people.admin, 'PUT', '/plugins/1', { ...plugin, plugin_type: 'ACTIVITY_ANALYZER' })).status,
    ).toBe(200);
    await api.call(editor, 'DELETE', '/activity_analyzers/1');
    expect((await api.call(people.admin, 'PUT', '/plugins/1', plugin)).status).toBe(200);
  });

  it('keeps an archived version, but gets none', async () => {
    await platform.createAnalyzer();
    const second = await platform.createVersion('1', { version_id: '1.0.1' });
    await api.data('admin', 'PUT', '/plugins/1/versions/1', { version_id: '1.0.0', archived: true });
    expect(await api.data(editor, 'PUT', '/activity_analyzers/1', input({ name: 'kept' }))).toMatchObject({
      name: 'kept',
    });
    expectError(await api.call(editor, 'POST', all, input()), 400, violation, /^version_id: .*archived$/);
    const moved = await api.data(editor, 'PUT', '/activity_analyzers/1', input({ version_id: second }));
    expect(moved).toMatchObject({ version_id: second, version_value: '1.0.1' });
    const back = await api.call(editor, 'PUT', '/activity_analyzers/1', input());
    expectError(back, 400, violation, /^version_id: .*archived$/);
  });

  it('is not deleted while a channel has selected it', async () => {
    await platform.createAnalyzer();
    const channel = await platform.createChannel();
    const path = `/channels/${channel}/visit_analyzer_models`;
    const { id } = await api.data(editor, 'POST', path, { visit_analyzer_model_id: '1' });
    const refused = await api.call(editor, 'DELETE', '/activity_analyzers/1');
    expectError(refused, 400, violation, /selected by a channel/);
    await api.data(reader, 'GET', '/activity_analyzers/1');
    expect((await api.call(editor, 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await api.call(editor, 'DELETE', '/activity_analyzers/1')).status).toBe(200);
  });
});

describe('a worker', () => {
  it('reads the analyzers of its own version, with the id of the plugin as a number', async () => {
    await platform.createAnalyzer({ error_recovery_strategy: 'STORE_WITH_ERROR_ID' });
    const read = await api.data(workerOf('1'), 'GET', '/activity_analyzers/1');
    expect(read).toEqual({ ...expected, visit_analyzer_plugin_id: 1 });
    for (const [worker, id] of [
      ['2', '1'],
      ['1', '2'],
      ['1', 'abc'],
    ] as const)
      expectError(await api.call(workerOf(worker), 'GET', `/activity_analyzers/${id}`), 404, 'RESOURCE_NOT_FOUND');
  });

  it.each<[string, string, unknown, number]>([
    ['GET', all, undefined, 403],
    ['POST', all, input(), 403],
    ['POST', '/activity_analyzers', input({ organisation_id: '1' }), 403],
    ['PUT', '/activity_analyzers/1', input(), 404],
    ['DELETE', '/activity_analyzers/1', undefined, 404],
    ['PUT', '/activity_analyzers/1/properties/technical_name=a', {}, 404],
    ['GET', '/plugins/1/versions/1', undefined, 404],
    ['GET', '/channels/1/visit_analyzer_models', undefined, 404],
  ])('does nothing else: %s %s', async (method, path, body, status) => {
    await platform.createAnalyzer();
    await platform.createChannel();
    expect((await api.call(workerOf('1'), method, path, body)).status).toBe(status);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Credential, DirectoryChanged } from '@tributary/contracts/admin/access';
import { eventually } from '@tributary/testing/eventually';
import { tokenSha256 } from '../../src/api-tokens/token-digest.js';
import { aProperty, AnalyzersPlatform } from './analyzers-platform.js';
import { BootedAdmin, people, user, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;
let plugin: string;
let version: string;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
// Ids are never given out again: a state of an earlier test would be the newest one of its id.
let artifact = 0;
beforeEach(async () => {
  plugin = await platform.createPlugin({ artifact_id: `a${artifact++}` });
  version = await platform.createVersion(plugin);
});
afterAll(() => api.stop());

const { editor, admin } = people;
const pathOfVersion = () => `/plugins/${plugin}/versions/${version}`;
const change = (method: string, path: string, body?: unknown) => api.data(admin, method, pathOfVersion() + path, body);
const createAnalyzer = async (difference: Fields = {}) =>
  (await platform.createAnalyzer({ version_id: version, ...difference })).id;
const statesOf = (kind: string, id: string) =>
  [...FakeGateway.directory.values()].filter((entry) => entry.kind === kind && entry.id === id);
const known = () => FakeGateway.follower.pluginVersion(version);
const worker = () =>
  [...FakeGateway.credentials.values()].find(
    (one) => one.kind === 'plugin_worker' && one.plugin_version_id === version,
  );
const throttling = (difference: Fields = {}) => ({
  scope: 'GLOBAL',
  plugin_endpoint: '/v1/activity_analysis',
  max_concurrency: 3,
  ...difference,
});

describe('when the answer to a change is sent, other apps know of a plugin version', () => {
  it('nothing, as long as it has no analyzer, worker or limit', async () => {
    await change('PUT', '', { version_id: '1.0.1', archived: true });
    expect(FakeGateway.directoryRecords.filter(({ key }) => key.startsWith(`plugin_version/${version}/`))).toEqual([]);
  });

  it('that it has an analyzer, and no worker', async () => {
    await createAnalyzer();
    expect(known()).toEqual({
      kind: 'plugin_version',
      id: version,
      version: expect.any(Number),
      archived: false,
      throttlings: [],
    });
  });

  it('its limits, and that it is archived', async () => {
    await change('PUT', '', { version_id: '1.0.0', max_qps: 0.5 });
    expect(known()).toMatchObject({ max_qps: 0.5, archived: false });
    await change('PUT', '', { version_id: '1.0.0', archived: true });
    expect(known()).toMatchObject({ archived: true });
    expect(known()).not.toHaveProperty('max_qps');
    const limited = await platform.createVersion(plugin, { version_id: '2', max_qps: 7 });
    expect(FakeGateway.follower.pluginVersion(limited)).toMatchObject({ max_qps: 7 });
  });

  it('its throttlings', async () => {
    const { id } = await change('POST', '/throttlings', { ...throttling(), plugin_version_id: version });
    expect(known()?.throttlings).toEqual([{ id, ...throttling() }]);
    const keyed = throttling({ scope: 'DATAMART', throttling_key: '1', max_qps: 1e300, timeout_ms: 5 });
    await change('PUT', `/throttlings/${id}`, keyed);
    expect(known()?.throttlings).toEqual([{ id, ...keyed }]);
    await api.call(admin, 'DELETE', `${pathOfVersion()}/throttlings/${id}`);
    expect(known()?.throttlings).toEqual([]);
  });

  it('its worker', async () => {
    const { worker_id, authentication_token = '' } = await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    const token_sha256 = tokenSha256(authentication_token);
    expect(known()?.worker).toEqual({ url: 'http://127.0.0.1:8080', worker_id, token_sha256 });
    expect(worker()).toEqual({
      kind: 'plugin_worker',
      id: expect.any(String),
      version: expect.any(Number),
      worker_id,
      token_sha256,
      plugin_version_id: version,
      data_files: [],
    });
    const rotated = await platform.registerWorker({ rotate: true, url: 'http://other' }, `${pathOfVersion()}/worker`);
    const next = tokenSha256(rotated.authentication_token ?? '');
    expect(known()?.worker).toEqual({ url: 'http://other', worker_id, token_sha256: next });
    const previous = { token_sha256, expiration_date: expect.any(Number) };
    expect(worker()).toMatchObject({ worker_id, token_sha256: next, previous });
    await api.call(admin, 'DELETE', `${pathOfVersion()}/worker`);
    expect(known()).not.toHaveProperty('worker');
    expect(worker()).toBeUndefined();
    expect([...FakeGateway.revoked.values()].at(-1)).toMatchObject({ kind: 'revocation', credential: 'plugin_worker' });
  });
});

describe('when the answer to a change is sent, other apps know of an analyzer', () => {
  it('its version and strategy, until it is deleted', async () => {
    const id = await createAnalyzer();
    const state = {
      kind: 'activity_analyzer',
      id,
      version: expect.any(Number),
      organisation_id: '1',
      plugin_version_id: version,
      error_recovery_strategy: 'DROP',
      is_deleted: false,
    };
    expect(FakeGateway.follower.analyzer(id)).toEqual(state);
    const second = await platform.createVersion(plugin, { version_id: '2' });
    const moved = { name: 'x', version_id: second, error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
    await api.data(editor, 'PUT', `/activity_analyzers/${id}`, moved);
    const expected = { ...state, plugin_version_id: second, error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
    expect(FakeGateway.follower.analyzer(id)).toEqual(expected);
    expect(FakeGateway.follower.pluginVersion(second)).toBeDefined();
    await api.call(editor, 'DELETE', `/activity_analyzers/${id}`);
    expect(FakeGateway.follower.analyzer(id)).toBeUndefined();
    await eventually(() => expect(statesOf('activity_analyzer', id)).toEqual([{ ...expected, is_deleted: true }]));
  });

  it('the channels that have selected it, in order', async () => {
    const channel = await platform.createChannel();
    const path = `/channels/${channel}/visit_analyzer_models`;
    const [a, b] = [await createAnalyzer(), await createAnalyzer()];
    const analyzers = () => FakeGateway.follower.analyzersOf('1', channel);
    const selection = await api.data(editor, 'POST', path, { visit_analyzer_model_id: a });
    await api.data(editor, 'POST', path, { visit_analyzer_model_id: b, execution_order: 0 });
    expect(analyzers()).toEqual([b, a]);
    await api.data(editor, 'PUT', path, { selections: [a, b].map((id) => ({ visit_analyzer_model_id: id })) });
    expect(analyzers()).toEqual([a, b]);
    const processing = { community_id: '1', name: 'x', legal_basis: 'CONSENT' };
    const { id: processing_id } = await api.data('communityAdmin', 'POST', '/processings', processing);
    await api.data(editor, 'POST', `/channels/${channel}/processing_selections`, { processing_id });
    expect(analyzers()).toEqual([a, b]);
    await api.call(editor, 'DELETE', `${path}/${selection.id}`);
    expect(analyzers()).toEqual([b]);
    expect(FakeGateway.follower.processingsOf('1', channel)).toHaveLength(1);
    await api.call(editor, 'DELETE', `/datamarts/1/sites/${channel}`);
    expect(analyzers()).toEqual([]);
    await eventually(() => expect(statesOf('channel', channel)).toMatchObject([{ analyzers: [], processings: [] }]));
  });
});

describe('the data files of a worker', () => {
  const files = () => {
    const found = worker();
    return found?.kind === 'plugin_worker' ? found.data_files : undefined;
  };
  const file = (uri: unknown) => ({ property_type: 'DATA_FILE', value: { uri, last_modified: 1 } });
  const putProperty = (analyzer: string, uri: unknown, name = 'model') =>
    api.data(editor, 'PUT', `/activity_analyzers/${analyzer}/properties/technical_name=${name}`, file(uri));

  it('are those that the properties of its analyzers name, with the organisation of the analyzer', async () => {
    version = await platform.createVersion(plugin, {
      version_id: '2',
      plugin_properties: [
        aProperty(),
        { technical_name: 'model', ...file('tributary://default') },
        { technical_name: 'list', property_type: 'DATA_FILE', value: null },
        { technical_name: 'text', property_type: 'URL', value: { url: '', uri: 'tributary://no file' } },
      ],
    });
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    expect(files()).toEqual([]);
    const id = await createAnalyzer();
    expect(files()).toEqual([{ uri: 'tributary://default', organisation_id: '1' }]);
    await putProperty(id, 'tributary://own');
    expect(files()).toEqual([{ uri: 'tributary://own', organisation_id: '1' }]);
    await platform.createAnalyzer({ version_id: version }, user('EDITOR', '2'), '2');
    await putProperty(id, 'tributary://list', 'list');
    const all = [
      { uri: 'tributary://default', organisation_id: '2' },
      { uri: 'tributary://list', organisation_id: '1' },
      { uri: 'tributary://own', organisation_id: '1' },
    ];
    expect(files()).toEqual(all);
    await api.call(editor, 'DELETE', `/activity_analyzers/${id}`);
    expect(files()).toEqual(all.slice(0, 1));
  });

  it('follow an analyzer to another version', async () => {
    const plugin_properties = [{ technical_name: 'model', ...file('tributary://a') }];
    version = await platform.createVersion(plugin, { version_id: '2', plugin_properties });
    const id = await createAnalyzer();
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    expect(files()).toHaveLength(1);
    const other = await platform.createVersion(plugin, { version_id: '3' });
    const moved = { name: 'x', version_id: other, error_recovery_strategy: 'DROP' };
    await api.data(editor, 'PUT', `/activity_analyzers/${id}`, moved);
    expect(files()).toEqual([]);
  });
});

describe('the topics', () => {
  it('hold what their schemas say, and one state of each id', async () => {
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    await change('POST', '/throttlings', { ...throttling(), plugin_version_id: version });
    const id = await createAnalyzer();
    await eventually(() => expect(statesOf('plugin_version', version)).toHaveLength(1));
    expect(statesOf('activity_analyzer', id)).toHaveLength(1);
    for (const entry of FakeGateway.directory.values()) expect(DirectoryChanged.parse(entry)).toEqual(entry);
    for (const one of FakeGateway.credentials.values()) expect(Credential.parse(one)).toEqual(one);
  });

  it('are filled again after a start with empty ones', async () => {
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    const id = await createAnalyzer();
    const before = [worker(), known(), FakeGateway.follower.analyzer(id)];
    await api.stopApp();
    await api.start();
    await eventually(() => expect([worker(), known(), FakeGateway.follower.analyzer(id)]).toEqual(before));
    expect(before).not.toContain(undefined);
  });
});

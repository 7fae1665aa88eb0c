import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/admin/access';
import { Credential, DirectoryChanged as DirectorySchema } from '@tributary/contracts/admin/access';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { Republisher } from '../src/access-events/republisher.js';
import { tokenSha256 } from '../src/api-tokens/token-digest.js';
import { aProperty, AnalyzersPlatform } from './analyzers-platform.js';
import { BootedAdmin, people, user, type Fields } from './booted-admin.js';
import { FakeGateway } from './fake-gateway.js';

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
        { technical_name: 'text', property_type: 'URL', value: { uri: 'tributary://no file' } },
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
    for (const entry of FakeGateway.directory.values()) expect(DirectorySchema.parse(entry)).toEqual(entry);
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

describe('a republication from a database that is older than the topics', () => {
  const topics = (credentials: CredentialChanged[] = [], directory: DirectoryChanged[] = []) => ({
    credentials: new Map<string, CredentialChanged | undefined>(
      [...FakeGateway.credentials.values(), ...FakeGateway.revoked.values(), ...credentials].map((one) => [
        credentialChanged.key(one),
        one,
      ]),
    ),
    directory: new Map<string, DirectoryChanged | undefined>(
      [...FakeGateway.directory.values(), ...directory].map((one) => [directoryChanged.key(one), one]),
    ),
  });
  const restoreAfter = (credentials: CredentialChanged[], directory: DirectoryChanged[]) => {
    const published = topics(credentials, directory);
    for (const value of credentials) new FakeGateway().followCredentials([{ value } as never]);
    const records = directory.map((value) => ({ key: directoryChanged.key(value), value }));
    new FakeGateway().followDirectory(records as never);
    return api.get(Republisher).republish(published);
  };

  const lostAnalyzer = {
    kind: 'activity_analyzer',
    id: '800',
    version: 6_000,
    organisation_id: '1',
    plugin_version_id: '801',
    error_recovery_strategy: 'DROP',
    is_deleted: false,
  } satisfies DirectoryChanged;
  const lostVersion = {
    kind: 'plugin_version',
    id: '801',
    version: 6_001,
    archived: false,
    max_qps: 3,
    worker: { url: 'http://lost', worker_id: 'w', token_sha256: 'f'.repeat(64) },
    throttlings: [{ id: '802', scope: 'GLOBAL', plugin_endpoint: '/x' }],
  } satisfies DirectoryChanged;
  const lostChannel = {
    kind: 'channel',
    id: '803',
    version: 6_002,
    datamart_id: '1',
    processings: [],
    analyzers: ['804'],
  } satisfies DirectoryChanged;
  const lostWorker = {
    kind: 'plugin_worker',
    id: '805',
    version: 6_003,
    worker_id: 'w',
    token_sha256: 'f'.repeat(64),
    plugin_version_id: '806',
    data_files: [],
  } satisfies CredentialChanged;

  it('takes their effect from what it does not know, above every published version, and only once', async () => {
    const { deletedStates } = await restoreAfter([lostWorker], [lostAnalyzer, lostVersion, lostChannel]);
    expect(deletedStates).toHaveLength(3);
    expect(FakeGateway.follower.analyzer('800')).toBeUndefined();
    const { kind, id } = lostVersion;
    const deleted = { kind, id, version: expect.any(Number), archived: true, throttlings: [] };
    expect(FakeGateway.follower.pluginVersion('801')).toEqual(deleted);
    expect(FakeGateway.follower.analyzersOf('1', '803')).toEqual([]);
    expect(FakeGateway.credentials.has('plugin_worker/805')).toBe(false);
    for (const lost of [lostAnalyzer, lostVersion, lostChannel]) {
      const states = statesOf(lost.kind, lost.id);
      expect(states).toHaveLength(1);
      expect(states).toEqual(deletedStates.filter((state) => state.kind === lost.kind));
      expect(states[0]).not.toHaveProperty('version', lost.version);
    }
    expect((await restoreAfter([], [])).deletedStates).toEqual([]);
  });

  it('gives no published id out again', async () => {
    await restoreAfter([lostWorker], [lostAnalyzer, lostVersion, lostChannel]);
    const next = 'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::int as last';
    for (const [table, least] of [
      ['activity_analyzers', 804],
      ['plugin_versions', 806],
      ['throttlings', 802],
      ['channels', 803],
      ['plugin_workers', 805],
    ] as const) {
      const [row] = await api.query<{ last: number }>(next, [`admin.${table}`, 'id']);
      expect([table, (row?.last ?? 0) >= least]).toEqual([table, true]);
    }
  });

  it('takes back changes that were made after the dump', async () => {
    const analyzer = await createAnalyzer();
    const channel = await platform.createChannel();
    await api.data(editor, 'POST', `/channels/${channel}/visit_analyzer_models`, { visit_analyzer_model_id: analyzer });
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    const [ofAnalyzer, ofVersion, ofWorker] = [FakeGateway.follower.analyzer(analyzer), known(), worker()];
    if (!ofAnalyzer || !ofVersion || ofWorker?.kind !== 'plugin_worker') throw new Error('not published');
    await restoreAfter(
      [{ ...ofWorker, version: 90_000, token_sha256: 'e'.repeat(64) }],
      [
        { ...ofAnalyzer, version: 90_001, error_recovery_strategy: 'STORE_WITH_ERROR_ID' },
        { ...ofVersion, version: 90_002, archived: true },
        { kind: 'channel', id: channel, datamart_id: '1', version: 90_003, processings: [], analyzers: [] },
      ],
    );
    expect(FakeGateway.follower.analyzer(analyzer)).toEqual({ ...ofAnalyzer, version: expect.any(Number) });
    expect(known()).toEqual({ ...ofVersion, version: expect.any(Number) });
    expect(worker()).toEqual({ ...ofWorker, version: expect.any(Number) });
    expect(FakeGateway.follower.analyzersOf('1', channel)).toEqual([analyzer]);
    expect(known()?.version).toBeGreaterThan(90_003);
    expect(statesOf('plugin_version', version)).toHaveLength(1);
  });

  it('keeps a worker deleted that was deleted after the dump', async () => {
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    const credential = worker();
    const lost = { ...known(), version: 95_000 };
    if (!credential || lost.kind === undefined) throw new Error('not published');
    delete lost.worker;
    await restoreAfter(
      [{ kind: 'revocation', credential: 'plugin_worker', id: credential.id, version: 95_001 }],
      [lost as DirectoryChanged],
    );
    expect(worker()).toBeUndefined();
    expect(known()).not.toHaveProperty('worker');
    expect((await api.call(admin, 'GET', `${pathOfVersion()}/worker`)).status).toBe(404);
  });

  it('changes nothing if the topics say what the database says', async () => {
    await createAnalyzer();
    await platform.registerWorker({}, `${pathOfVersion()}/worker`);
    await restoreAfter([], []);
    const before = [...FakeGateway.directory];
    const corrections = await restoreAfter([], []);
    expect(Object.values(corrections)).toEqual([[], [], [], [], []]);
    expect([...FakeGateway.directory].sort()).toEqual(before.sort());
  });
});

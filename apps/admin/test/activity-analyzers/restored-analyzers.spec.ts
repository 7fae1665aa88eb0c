import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/admin/access';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { Republisher } from '../../src/access-events/republisher.js';
import { AnalyzersPlatform } from './analyzers-platform.js';
import { BootedAdmin, people } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;
let version: string;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
// Ids are never given out again: a state of an earlier test would be the newest one of its id.
let artifact = 0;
beforeEach(async () => {
  const plugin = await platform.createPlugin({ artifact_id: `a${artifact++}` });
  version = await platform.createVersion(plugin);
  pathOfWorker = `/plugins/${plugin}/versions/${version}/worker`;
});
afterAll(() => api.stop());

let pathOfWorker: string;
const createAnalyzer = async () => (await platform.createAnalyzer({ version_id: version })).id;
const statesOf = (kind: string, id: string) =>
  [...FakeGateway.directory.values()].filter((entry) => entry.kind === kind && entry.id === id);
const known = () => FakeGateway.follower.pluginVersion(version);
const worker = () =>
  [...FakeGateway.credentials.values()].find(
    (one) => one.kind === 'plugin_worker' && one.plugin_version_id === version,
  );

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
  const restoreAfter = async (credentials: CredentialChanged[], directory: DirectoryChanged[]) => {
    const published = topics(credentials, directory);
    for (const value of credentials) await new FakeGateway().followCredentials([{ value } as never]);
    const records = directory.map((value) => ({ key: directoryChanged.key(value), value }));
    await new FakeGateway().followDirectory(records as never);
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
    await api.data(people.editor, 'POST', `/channels/${channel}/visit_analyzer_models`, {
      visit_analyzer_model_id: analyzer,
    });
    await platform.registerWorker({}, pathOfWorker);
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
    await platform.registerWorker({}, pathOfWorker);
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
    expect((await api.call('admin', 'GET', pathOfWorker)).status).toBe(404);
  });

  it('changes nothing if the topics say what the database says', async () => {
    await createAnalyzer();
    await platform.registerWorker({}, pathOfWorker);
    await restoreAfter([], []);
    const before = [...FakeGateway.directory];
    const corrections = await restoreAfter([], []);
    expect(Object.values(corrections)).toEqual([[], [], [], [], []]);
    expect([...FakeGateway.directory].sort()).toEqual(before.sort());
  });
});

import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { DirectoryChanged, VersionedState } from '@tributary/contracts/admin/access';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { Republisher } from '../../src/access-events/republisher.js';
import { versionedSources, type VersionedKind } from '../../src/access-events/versioned-states.js';
import { DataSource } from 'typeorm';
import { AnalyzersPlatform } from './analyzers-platform.js';
import { people, type BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

/** One step in the life of analyzers, versions, channels and the processes that know them. Numbers choose what exists. */
export type AnalyzerStep =
  | { do: 'select'; channel: number; analyzers: number[] }
  | { do: 'change' | 'delete'; analyzer: number; version: number }
  | { do: 'limit' | 'archive' | 'register' | 'rotate' | 'unregister' | 'throttle'; version: number }
  /** A relay that was paused publishes again what it had read, at the latest possible time. */
  | { do: 'publish late'; record: number }
  | { do: 'create' | 'republish' | 'restart' | 'dump' | 'restore' };

const tables = [
  'plugins',
  'plugin_versions',
  'throttlings',
  'plugin_workers',
  'activity_analyzers',
  'channels',
  'analyzer_selections',
];

/** A plugin with two versions, two channels, and analyzers in a booted admin, driven by steps. */
export class AnalyzerSteps {
  private readonly platform: AnalyzersPlatform;
  private dumped: [table: string, rows: string, last: string][] = [];
  private lastVersion = '1';
  /** All that ever was, as `<kind>/<id>`. */
  readonly seen = new Set<string>();

  constructor(private readonly api: BootedAdmin) {
    this.platform = new AnalyzersPlatform(api);
  }

  async reset(): Promise<void> {
    // Tombstones are published after the answer: late ones belong to the test before.
    await eventually(async () => expect(await this.api.query('select from outbox')).toEqual([]));
    FakeGateway.forget();
    this.seen.clear();
    await this.platform.reset();
    await this.platform.createVersion('1', { version_id: '2' });
    for (const datamart of ['1', '1']) await this.platform.createChannel(datamart);
    await this.run({ do: 'create' });
    await this.run({ do: 'dump' });
  }

  /** A step that is not possible, such as the deletion of a selected analyzer, is refused. */
  async run(step: AnalyzerStep): Promise<void> {
    await this.perform(step);
    for (const { value } of FakeGateway.directoryRecords) if (value) this.seen.add(`${value.kind}/${value.id}`);
  }

  /** The state in the database, without versions; undefined if the database has none. */
  async expected(kind: VersionedKind, id: string): Promise<object | undefined> {
    const [state] = await versionedSources[kind].read(this.api.get(DataSource).manager, [id]);
    return state && withoutVersion(state);
  }

  private async perform(step: AnalyzerStep): Promise<void> {
    switch (step.do) {
      case 'select': {
        const ids = new Set<string>();
        for (const number of step.analyzers) ids.add(await this.pick('activity_analyzers', number));
        const selections = [...ids].map((id) => ({ visit_analyzer_model_id: id }));
        const channel = await this.pick('channels', step.channel);
        return this.call('PUT', `/channels/${channel}/visit_analyzer_models`, { selections });
      }
      case 'create':
        return this.call('POST', '/activity_analyzers?organisation_id=1', anAnalyzer('1'));
      case 'change':
      case 'delete': {
        const path = `/activity_analyzers/${await this.pick('activity_analyzers', step.analyzer)}`;
        if (step.do === 'delete') return this.call('DELETE', path);
        return this.call('PUT', path, anAnalyzer(await this.pick('plugin_versions', step.version)));
      }
      case 'publish late':
        return this.publishLate(step.record);
      case 'republish':
        return this.republish();
      case 'restart':
        await this.api.stopApp();
        return this.api.start();
      case 'dump':
        return this.dump();
      case 'restore':
        return this.restore();
      default:
        return this.changeVersion(step.do, await this.pick('plugin_versions', step.version));
    }
  }

  private changeVersion(act: 'limit' | 'archive' | 'register' | 'rotate' | 'unregister' | 'throttle', id: string) {
    const path = `/plugins/1/versions/${id}`;
    const url = 'http://127.0.0.1';
    switch (act) {
      case 'limit':
        return this.call('PUT', path, { version_id: `v${id}`, max_qps: 3 });
      case 'archive':
        return this.call('PUT', path, { version_id: `v${id}`, archived: true });
      case 'register':
      case 'rotate':
        return this.call('PUT', `${path}/worker`, { url, rotate: act === 'rotate' });
      case 'unregister':
        return this.call('DELETE', `${path}/worker`);
      case 'throttle': {
        const throttling = { scope: 'GLOBAL', plugin_endpoint: '/v1/activity_analysis', plugin_version_id: id };
        return this.call('POST', `${path}/throttlings`, throttling);
      }
    }
  }

  private async publishLate(number: number): Promise<void> {
    const records = FakeGateway.directoryRecords.filter(({ key }) => key.split('/').length === 3);
    const record = records[number % records.length];
    if (!record) return;
    const { key, value } = record;
    const id = randomUUID();
    const messages = value ? [{ id, value }] : [{ id, key, value: null }];
    await this.api.get(Publisher).publish<DirectoryChanged>(directoryChanged, messages);
  }

  private async republish(): Promise<void> {
    const directory = new Map<string, DirectoryChanged | undefined>(FakeGateway.directory);
    await this.api.get(Republisher).republish({ credentials: new Map(), directory });
  }

  private async dump(): Promise<void> {
    this.dumped = [];
    for (const table of tables) {
      const [row] = await this.api.query<{ rows: string; last: string }>(
        `select (select coalesce(json_agg(t), '[]')::text from ${table} t) as rows, last_value::text as last
         from ${table}_id_seq`,
      );
      this.dumped.push([table, row?.rows ?? '[]', row?.last ?? '1']);
    }
    const [version] = await this.api.query<{ last: string }>('select last_value::text as last from access_versions');
    this.lastVersion = version?.last ?? '1';
  }

  /** The database becomes that of the dump, and the operator runs the command `restore`. */
  private async restore(): Promise<void> {
    await this.api.query('truncate plugins, channels cascade');
    await this.api.query('set session_replication_role = replica');
    for (const [table, rows, last] of this.dumped) {
      const columns = await this.writableColumns(table);
      await this.api.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
      await this.api.query('select setval($1::regclass, $2)', [`admin.${table}_id_seq`, last]);
    }
    await this.api.query('set session_replication_role = default');
    await this.api.query('select setval($1::regclass, $2)', ['admin.access_versions', this.lastVersion]);
    await this.republish();
  }

  private async writableColumns(table: string): Promise<string> {
    const [row] = await this.api.query<{ names: string }>(
      `select string_agg(attname, ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    return row?.names ?? '';
  }

  private async pick(table: string, number: number): Promise<string> {
    const ids = await this.api.query<{ id: string }>(`select id from ${table} order by id`);
    return ids[number % ids.length]?.id ?? '0';
  }

  private async call(method: string, path: string, body?: unknown): Promise<void> {
    const { status, text } = await this.api.call(people.communityAdmin, method, path, body);
    if (status !== 200 && status !== 400 && status !== 404)
      throw new Error(`${method} ${path} answers ${status}: ${text}`);
  }
}

const anAnalyzer = (version_id: string) => ({ name: 'x', version_id, error_recovery_strategy: 'DROP' });

export const withoutVersion = ({ version: _version, ...state }: VersionedState): object => state;

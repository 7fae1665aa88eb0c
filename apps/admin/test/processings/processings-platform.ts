import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import type { EnforcedProcessing, LegalBasis } from '@tributary/contracts/admin/processing';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { DirectoryStore } from '@tributary/security/directory.store';
import { eventually } from '@tributary/testing/eventually';
import { Republisher } from '../../src/access-events/republisher.js';
import { people, type BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

/** One step in the life of channels, processings and the processes that know them. Numbers choose what exists. */
export type Step =
  | { do: 'select' | 'unselect'; channel: number; processing: number }
  | { do: 'change basis'; processing: number; basis: LegalBasis }
  | { do: 'delete channel'; channel: number }
  /** A relay that was paused publishes again what it had read, at the latest possible time. */
  | { do: 'publish late'; record: number }
  | { do: 'create channel' | 'republish' | 'restart' | 'dump' | 'restore' };

interface Dump {
  tables: Record<string, unknown>;
  sequences: Record<string, string>;
}

const tables = ['processings', 'channels', 'processing_selections'];
const sequences = ['access_versions', ...tables.map((table) => `${table}_id_seq`)];

/** Channels and processings of community 1 in a booted admin, driven by steps. */
export class ProcessingsPlatform {
  private dumped?: Dump;
  /** Ids of all channels since the reset. */
  readonly channels = new Set<string>();

  constructor(private readonly admin: BootedAdmin) {}

  async reset(): Promise<void> {
    await this.admin.query('truncate processings, channels cascade');
    this.channels.clear();
    // Tombstones are published after the answer: a late one would be the first record of this test.
    await eventually(async () => expect(await this.admin.query('select from outbox')).toEqual([]));
    FakeGateway.forget();
    for (const legal_basis of ['CONSENT', 'LEGITIMATE_INTEREST', 'LEGAL_OBLIGATION'])
      await this.admin.data('communityAdmin', 'POST', '/processings', { community_id: '1', name: 'x', legal_basis });
    await this.createChannel();
    await this.createChannel();
    await this.run({ do: 'dump' });
  }

  /** A step that is not possible, such as a second equal selection, is refused. */
  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'select':
        return this.select(await this.pick('channels', step.channel), await this.pick('processings', step.processing));
      case 'unselect':
        return this.unselect(await this.pick('channels', step.channel), step.processing);
      case 'change basis':
        return this.changeBasis(await this.pick('processings', step.processing), step.basis);
      case 'delete channel':
        return this.call('DELETE', `/datamarts/1/sites/${await this.pick('channels', step.channel)}`);
      case 'create channel':
        return this.createChannel();
      case 'publish late':
        return this.publishLate(step.record);
      case 'republish':
        return this.republish();
      case 'restart':
        await this.admin.stopApp();
        return this.admin.start();
      case 'dump':
        this.dumped = await this.dump();
        return;
      case 'restore':
        return this.restore();
    }
  }

  /** The processings of a channel by the database. */
  async expected(channel_id: string): Promise<EnforcedProcessing[]> {
    return this.admin.query<EnforcedProcessing>(
      `select processing_id::text, legal_basis from processing_selections
         join processings on processings.id = processing_id
       where channel_id = $1 and legal_basis in ('CONSENT', 'LEGITIMATE_INTEREST') order by processings.id`,
      [channel_id],
    );
  }

  private select(channel: string, processing_id: string): Promise<void> {
    return this.call('POST', `/channels/${channel}/processing_selections`, { processing_id });
  }

  private async unselect(channel: string, number: number): Promise<void> {
    const path = `/channels/${channel}/processing_selections`;
    const ids = await this.admin.query<{ id: string }>(
      'select id from processing_selections where channel_id = $1 order by id',
      [channel],
    );
    if (ids.length > 0) await this.call('DELETE', `${path}/${ids[number % ids.length]?.id}`);
  }

  private async changeBasis(id: string, legal_basis: LegalBasis): Promise<void> {
    const path = `/processings/${id}`;
    await this.call('PUT', path, { name: 'x', legal_basis, archived: legal_basis === 'CONSENT' });
  }

  private async createChannel(): Promise<void> {
    const channel = { name: 'x', type: 'SITE' };
    const { id } = await this.admin.data('communityAdmin', 'POST', '/datamarts/1/channels', channel);
    this.channels.add(String(id));
  }

  private async publishLate(number: number): Promise<void> {
    const records = FakeGateway.directoryRecords.filter(({ key }) => key.startsWith('channel/'));
    const record = records[number % records.length];
    if (!record) return;
    const { key, value } = record;
    const id = randomUUID();
    const messages = value ? [{ id, value }] : [{ id, key, value: null }];
    await this.admin.get(Publisher).publish<DirectoryChanged>(directoryChanged, messages);
  }

  private async republish(): Promise<void> {
    const directory = new Map<string, DirectoryChanged | undefined>(FakeGateway.directory);
    await this.admin.get(Republisher).republish({ credentials: new Map(), directory });
  }

  private async dump(): Promise<Dump> {
    const dump: Dump = { tables: {}, sequences: {} };
    for (const table of tables) {
      const [row] = await this.admin.query<{ rows: unknown }>(
        `select coalesce(json_agg(t), '[]') as rows from ${table} t`,
      );
      dump.tables[table] = row?.rows;
    }
    for (const sequence of sequences) {
      const [row] = await this.admin.query<{ last_value: string }>(`select last_value from ${sequence}`);
      dump.sequences[sequence] = row?.last_value ?? '1';
    }
    return dump;
  }

  /** The database becomes that of the dump, and the operator runs the command `restore`. */
  private async restore(): Promise<void> {
    if (!this.dumped) return;
    await this.admin.query('truncate processings, channels cascade');
    for (const [table, rows] of Object.entries(this.dumped.tables)) {
      const columns = await this.ownColumns(table);
      await this.admin.query(
        `insert into ${table} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [sequence, last] of Object.entries(this.dumped.sequences))
      await this.admin.query('select setval($1::regclass, $2)', [`admin.${sequence}`, last]);
    await this.republish();
  }

  /** All but those that the database derives from others. */
  private async ownColumns(table: string): Promise<string> {
    const columns = await this.admin.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return columns.map(({ name }) => name).join(', ');
  }

  private async pick(table: 'channels' | 'processings', number: number): Promise<string> {
    const ids = await this.admin.query<{ id: string }>(`select id from ${table} order by id`);
    return ids[number % ids.length]?.id ?? '0';
  }

  private async call(method: string, path: string, body?: unknown): Promise<void> {
    const { status, text } = await this.admin.call(people.communityAdmin, method, path, body);
    if (status !== 200 && status !== 400 && status !== 404)
      throw new Error(`${method} ${path} answers ${status}: ${text}`);
  }
}

/** The directory of an app that starts now and reads the compacted topic, the partitions in any order. */
export function startedFollower(records: Iterable<DirectoryChanged>, isReversed = false): DirectoryStore {
  const follower = new DirectoryStore();
  const entries = [...records];
  for (const entry of isReversed ? entries.reverse() : entries) follower.apply(entry);
  return follower;
}

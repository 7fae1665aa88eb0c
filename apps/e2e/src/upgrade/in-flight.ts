import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble, unchanged } from '@tributary/testing/plugin-double';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { untilEffective } from '../client/plugins.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { ImportUnderKills } from '../imports/import-kills.js';
import { AnalyzedChannel } from '../plugins/analyzed-channel.js';
import { HeldOutboxes } from './held-outboxes.js';

const lines = 5_000;
const longWait = { within: 180_000, every: 250 };
const agent = 'waiting-for-its-analysis';

/**
 * Work that an old version has begun and that a new one must end: an import whose results are not counted yet, an
 * activity that waits for its analysis, messages in outboxes, among them that of a revocation.
 */
export class InFlight {
  readonly imports: ImportUnderKills[] = [];
  private client: Client;
  private tenant: Tenant;
  private plugin: PluginDouble;
  private analyzed: AnalyzedChannel;
  private outboxes: HeldOutboxes;
  private member: Member;

  constructor(
    private readonly platform: Platform,
    private readonly databaseUrl: () => string,
  ) {}

  /** Every step that needs the messages of an outbox comes before the outbox is held. */
  async begin(): Promise<void> {
    this.client = new Client(this.platform.url, this.platform.token);
    this.tenant = await newTenant(this.client);
    this.member = await newMember(this.client, this.tenant, 'READER');
    this.plugin = await PluginDouble.start(() => ({ kind: 'hang' }));
    this.analyzed = await AnalyzedChannel.create(this.client, [{ plugin: this.plugin.url }], this.tenant);
    await untilEffective();
    this.outboxes = await HeldOutboxes.connect(this.databaseUrl());
    await this.outboxes.hold('tracking_ingest');
    const imported = await this.startImport();
    await eventually(async () => expect((await imported.stored())?.rows).toBe(lines - lines / 1_000), longWait);
  }

  /** Starts an import in a datamart of its own. */
  async startImport(): Promise<ImportUnderKills> {
    const started = new ImportUnderKills(this.databaseUrl, lines);
    await started.start(this.platform.url, this.platform.token);
    this.imports.push(started);
    return started;
  }

  /** Call it last, because from then on other processes do not see what admin changes. */
  async beginLast(): Promise<void> {
    await this.analyzed.post(agent);
    await eventually(() => expect(this.plugin.requests.open).toBe(1), longWait);
    await this.outboxes.hold('admin');
    expect(await this.revokeToken()).toBe(503);
    expect(await this.statusOfToken()).toBe(200);
    for (const { hasEnded } of this.imports) expect(await hasEnded()).toBe(false);
    for (const schema of ['admin', 'tracking_ingest']) expect(await this.outboxes.waiting(schema)).toBeGreaterThan(0);
    expect(await this.waitingActivities()).toBe(1);
  }

  /** Lets the messages in outboxes go, once no old process is left that could publish them. */
  async release(): Promise<void> {
    await this.outboxes.release();
  }

  /** Expects that all of it ends, each part once. */
  async expectEnded(): Promise<void> {
    // It counts to what its organisation may have waiting.
    expect(await this.countedActivities()).toBe(1);
    this.plugin.script = unchanged;
    this.plugin.resetConnections();
    for (const started of this.imports) await started.expectEveryLineOnce();
    await eventually(async () => expect(await this.statusOfToken()).toBe(401), longWait);
    await eventually(async () => expect(await this.waitingActivities()).toBe(0), longWait);
    await eventually(async () => expect(await this.analyzed.stored(agent)).toHaveLength(1), longWait);
    expect(await this.analyzed.failures()).toEqual([]);
    await eventually(async () => {
      const { rows } = await queryDatabase(
        this.databaseUrl(),
        'select topic from admin.outbox union all select topic from tracking_ingest.outbox',
      );
      expect(rows).toEqual([]);
    }, longWait);
  }

  async close(): Promise<void> {
    await (this.plugin as PluginDouble | undefined)?.close();
    await (this.outboxes as HeldOutboxes | undefined)?.release();
  }

  /** The status says that the gateways may not know the revocation yet. */
  private async revokeToken(): Promise<number> {
    const { user, token_id } = this.member;
    const client = new Client(this.platform.url, this.platform.token);
    return (await client.call('DELETE', `/users/${user.id}/api_tokens/${token_id}`)).status;
  }

  private async statusOfToken(): Promise<number> {
    return (await this.member.client.call('GET', '/connected_user')).status;
  }

  /** The number that the old version has kept, by which organisations share the places of activities that wait. */
  private async countedActivities(): Promise<number> {
    const { rows } = await queryDatabase<{ counted: number }>(
      this.databaseUrl(),
      `select sum(waiting)::int as counted from activity_analysis.analysis_queues
       where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    return rows[0]?.counted ?? 0;
  }

  private async waitingActivities(): Promise<number> {
    const { rows } = await queryDatabase<{ waiting: number }>(
      this.databaseUrl(),
      `select count(*)::int as waiting from activity_analysis.waiting_activities
       where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    return rows[0]?.waiting ?? 0;
  }
}

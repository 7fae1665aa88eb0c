import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { TraceStepName } from '@tributary/contracts/traces/activity-trace';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { Platform } from '@tributary/testing/processes/platform';
import { drop, type Json, ok, PluginDouble, type PluginScript, status } from '@tributary/testing/plugin-double';
import { Client } from '../client/client.js';
import { untilEffective } from '../client/plugins.js';
import { newTenant, type Tenant } from '../client/tenant.js';
import { expectOutcomes, reportedSessions } from '../client/traced-outcomes.js';
import { AnalyzedChannel, type Failure, type Link } from './analyzed-channel.js';
import { type AnalyzedActivity, PluginRecord } from './plugin-record.js';
import { reconciliationOf } from './reconciliation.js';

const isUnlucky = (chance: number) => Math.random() < chance;
/** An answer that no other call gets, so that what is stored shows which answer it is; or one that changes nothing. */
const answers: PluginScript = ({ activity }) => ok(isUnlucky(0.3) ? activity : { ...activity, seen: randomUUID() });
/** How the plugins behave, by the first part of their path. */
const scripts: Record<string, PluginScript> = {
  hangs: () => ({ kind: 'hang' }),
  drips: () => ({ kind: 'drip', everyMs: 50 }),
  fails: (call, count) => (isUnlucky(0.3) ? status(500) : answers(call, count)),
  drops: () => drop,
  answers,
};
type Behaviour = 'hangs' | 'drips' | 'fails' | 'drops' | 'dies' | 'refused';
/** The outcome of an activity of a channel with that plugin, and with no other. */
const outcomes: Record<Behaviour, 'stored' | 'dropped' | 'dropped_on_error' | 'refused_by_choice'> = {
  hangs: 'dropped_on_error',
  drips: 'stored',
  fails: 'stored',
  drops: 'dropped',
  dies: 'stored',
  refused: 'refused_by_choice',
};
/** The outcomes in their traces. One that is never answered may wait until it expires. */
const traced: Record<Behaviour, readonly TraceStepName[]> = {
  hangs: ['DROPPED_ON_ERROR', 'EXPIRED'],
  drips: ['STORED'],
  fails: ['STORED'],
  drops: ['DROPPED'],
  dies: ['STORED'],
  refused: ['REFUSED_BY_CHOICE'],
};
const behaviours = Object.keys(outcomes) as Behaviour[];
/** A backlog of thousands of analyses, on a machine with two busy cores. */
const recovery = { within: 600_000, every: 250 };

/**
 * Clients of channels whose plugins hang, drip, fail, drop, die and come back. Each client sends an activity again and again
 * until it is answered 200. So the outcome of each activity is known, through all faults.
 */
export class PluginHistory {
  /** The ids of the activities that were answered 200. */
  readonly sent = new Map<Behaviour, string[]>(behaviours.map((behaviour) => [behaviour, []]));
  private readonly activities = new Map<string, Json>();
  private isStopping = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: Client,
    readonly tenant: Tenant,
    private readonly channels: Map<Behaviour, AnalyzedChannel>,
    private readonly plugins: { stable: PluginDouble; mortal: PluginDouble },
    private readonly record: PluginRecord,
  ) {}

  static async start(platform: Platform): Promise<PluginHistory> {
    const client = new Client(platform.url, platform.token);
    const tenant = await newTenant(client);
    const record = new PluginRecord();
    const byPath: PluginScript = (call, count) => scripts[call.path.split('/')[1] ?? '']!(call, count);
    const stable = await PluginDouble.start(record.keeping(byPath));
    // The port is leased: nothing else takes it while the plugin is dead.
    const [port = 0] = await freePorts(1);
    const mortal = await PluginDouble.start(record.keeping(answers), { port });
    const channels = new Map<Behaviour, AnalyzedChannel>();
    for (const behaviour of behaviours)
      channels.set(behaviour, await AnalyzedChannel.create(client, [linkOf(behaviour, stable, mortal)], tenant));
    await requireConsent(client, channels.get('refused')!);
    await untilEffective();
    const history = new PluginHistory(client, tenant, channels, { stable, mortal }, record);
    const clients = behaviours.flatMap((behaviour) => [history.send(behaviour), history.send(behaviour)]);
    history.running = Promise.all([...clients, history.dieAgainAndAgain()]);
    // A failure is reported when the history stops.
    history.running.catch(() => undefined);
    return history;
  }

  get count(): number {
    return [...this.sent.values()].flat().length;
  }

  /** Ends the clients, with all their activities answered 200. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** Ends everything, also after a failure. */
  async close(): Promise<void> {
    this.isStopping = true;
    await this.running.catch(() => undefined);
    await Promise.all([this.plugins.stable.close(), this.plugins.mortal.close()]);
  }

  /** How many activities must have each outcome. */
  private expected(): Record<string, number> {
    const counts: Record<string, number> = { stored: 0, dropped: 0, dropped_on_error: 0, refused_by_choice: 0 };
    for (const [behaviour, ids] of this.sent) counts[outcomes[behaviour]]! += ids.length;
    return counts;
  }

  /** Expects exactly the right activities to be stored, each once. */
  async expectStored(databaseUrl: string): Promise<void> {
    const ids = behaviours.filter((name) => outcomes[name] === 'stored').flatMap((name) => this.sent.get(name) ?? []);
    const statement = `select activity_id::text from tracking_ingest.activities where datamart_id = ${this.tenant.datamart_id}`;
    await eventually(async () => {
      const { rows } = await queryDatabase<{ activity_id: string }>(databaseUrl, statement);
      expect(rows.map(({ activity_id }) => activity_id).sort()).toEqual(ids.sort());
    }, recovery);
  }

  /** Expects each activity that was answered 200 to have ended in its way, once. */
  async expectOutcomes(databaseUrl: string): Promise<void> {
    await eventually(async () => {
      const {
        accepted,
        uncertain: _,
        duplicate,
        difference,
        ...counted
      } = await reconciliationOf(databaseUrl, this.tenant.datamart_id);
      expect(counted).toEqual({ ...this.expected(), erased: 0, rejected: 0 });
      // None is missing. The surplus is no activity that ended twice: one that was answered 503 and sent again counts as a
      // duplicate, and a killed gateway loses the counts of its last second.
      expect(difference).toBeLessThanOrEqual(0);
      expect(accepted - duplicate).toBeLessThanOrEqual(this.count);
    }, recovery);
    await this.expectStored(databaseUrl);
  }

  /** Expects the trace of each activity to have its outcome, and the database, the report and the plugins to know the same. */
  async expectTraces(databaseUrl: string): Promise<void> {
    const { datamart_id } = this.tenant;
    const all = behaviours.flatMap((name) => this.sent.get(name)?.map((id) => [id, traced[name]] as const) ?? []);
    const traces = await expectOutcomes(this.client, datamart_id, new Map(all));
    const stored = await this.storedBodies(databaseUrl);
    const failures = await this.listedFailures();
    for (const [id, { state }] of traces) expect([id, stored.has(id)]).toEqual([id, state === 'STORED']);
    expect(await reportedSessions(this.client, datamart_id)).toBe(stored.size);
    const analyzed = [...traces].map(([id, { steps }]): AnalyzedActivity => {
      return { id, sent: this.activities.get(id)!, steps, stored: stored.get(id), failure: failures.get(id) };
    });
    expect(analyzed.flatMap((one) => this.record.contradictions(one))).toEqual([]);
    expect(this.record.received.filter((id) => !traces.has(id))).toEqual([]);
    this.expectControl(analyzed);
  }

  /** (control) Plugins that answered nothing would be found, and so would an answer that was stored otherwise. */
  private expectControl(analyzed: AnalyzedActivity[]): void {
    const answered = analyzed.filter(({ steps }) =>
      steps.some(({ step }) => step === 'ANALYZED' || step === 'DROPPED'),
    );
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter((one) => new PluginRecord().contradictions(one).length === 0)).toEqual([]);
    const falsified = answered
      .filter(({ stored }) => stored)
      .map((one) => ({ ...one, stored: { ...one.stored, other: 1 } }));
    expect(falsified.filter((one) => this.record.contradictions(one).length === 0)).toEqual([]);
  }

  private async storedBodies(databaseUrl: string): Promise<Map<string, Json>> {
    const { rows } = await queryDatabase<{ id: string; body: string }>(
      databaseUrl,
      `select activity_id::text as id, body::text as body from tracking_ingest.activities where datamart_id = ${this.tenant.datamart_id}`,
    );
    return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as Json]));
  }

  private async listedFailures(): Promise<Map<string, Failure>> {
    const lists = await Promise.all([...this.channels.values()].map((channel) => channel.failures()));
    return new Map(lists.flat().map((failure) => [failure.activity_id, failure]));
  }

  private async send(behaviour: Behaviour): Promise<void> {
    const channel = this.channels.get(behaviour)!;
    while (!this.isStopping) {
      const $unique_key = randomUUID();
      const agent = `${behaviour}-${Math.floor(Math.random() * 1_000)}`;
      const activity = channel.activity(agent, { $unique_key });
      this.activities.set($unique_key, activity);
      const post = () => channel.post(agent, activity);
      expect(await eventually(post, recovery)).toBe($unique_key);
      this.sent.get(behaviour)?.push($unique_key);
      // Each of these takes a second and a half of a call, and six seconds of waiting. Eight clients of the others send sixty
      // activities a second at most: with more, they take the processor from what restarts.
      await sleep((150 * Math.random() + 60) * (neverAnswers(behaviour) ? 2 : 1));
    }
  }

  private async dieAgainAndAgain(): Promise<void> {
    const { port } = this.plugins.mortal;
    while (!this.isStopping) {
      await sleep(1_000 + 1_000 * Math.random());
      await this.plugins.mortal.close();
      // Shorter than three attempts take.
      await sleep(1_000 * Math.random());
      this.plugins.mortal = await PluginDouble.start(this.record.keeping(answers), { port });
    }
  }
}

const neverAnswers = (behaviour: Behaviour) => behaviour === 'hangs' || behaviour === 'drips';

/**
 * Milliseconds. An answer that a busy machine gives late must not decide about the outcome: three late ones would store what
 * the plugin drops. Undefined where the outcome is the same without an answer.
 */
function timeoutOf(behaviour: Behaviour): number | undefined {
  if (neverAnswers(behaviour)) return 500;
  return behaviour === 'drops' ? 20_000 : undefined;
}

function linkOf(behaviour: Behaviour, stable: PluginDouble, mortal: PluginDouble): Link {
  if (behaviour === 'dies') return { plugin: mortal.url };
  const plugin = `${stable.url}/${behaviour === 'refused' ? 'answers' : behaviour}`;
  const strategy = behaviour === 'hangs' ? 'DROP' : 'STORE_WITH_ERROR_ID';
  const timeout_ms = timeoutOf(behaviour);
  return { plugin, strategy, throttlings: timeout_ms === undefined ? [] : [{ scope: 'GLOBAL', timeout_ms }] };
}

/** No person of the suite has made a choice. */
async function requireConsent(client: Client, { id }: AnalyzedChannel): Promise<void> {
  const name = `consent-${randomUUID()}`;
  const processing = await client.post('/processings', { community_id: '1', name, legal_basis: 'CONSENT' });
  await client.post(`/channels/${id}/processing_selections`, { processing_id: processing.id });
}

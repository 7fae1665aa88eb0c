import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { unitOfWork } from '@tributary/database/transaction';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { DirectoryStore } from '@tributary/security/directory.store';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { IngestCounters } from '../../src/activities/ingest-counters.js';
import { storeActivities } from '../../src/activities/store-activities.js';
import { daysOf, distinctActivities, readActivity } from '../../src/activities/validate-activities.js';
import { ChoicesRepository } from '../../src/choices/choices.repository.js';
import { TrackingSettings } from '../../src/config.js';
import { StoreRules } from '../../src/consent/store-rules.js';
import { ImportBatchesRepository } from '../../src/imports/import-batches.repository.js';
import { ConsentOracle, type ArrivingActivity, type ArrivingChoice } from './consent-oracle.js';
import { newKeyring, startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

export const now = Date.now();
const settings = TrackingSettings.parse({});
const dayOf = daysOf(now, settings.ACTIVITY_RETENTION_DAYS);

export let database: TrackingDatabase;
let days: DayPartitions;
let counters: IngestCounters;
beforeAll(async () => {
  database = await startTrackingDatabase();
  days = new DayPartitions(database.dataSource);
  await days.ensureAhead(now);
  counters = new IngestCounters(new Metrics('test'));
});
afterAll(() => database.stop());

export const agents = ['a', 'b', 'c', 'd'];
export const channels = ['1', '2'];
export const processings = ['p', 'q'];

const aChoice = fc.record({
  processing_id: fc.constantFrom(...processings),
  accepted: fc.boolean(),
  ts: fc.integer({ min: 1, max: 4 }),
});
const anActivity = fc.record({
  agents: fc.uniqueArray(fc.constantFrom(...agents), { minLength: 1, maxLength: 2 }),
  channel: fc.option(fc.constantFrom(...channels), { nil: undefined }),
  choices: fc.array(aChoice, { maxLength: 2 }),
  /** Sent with a collect key, in the batches that are not imported. */
  isPublic: fc.boolean(),
  /** The id of an earlier activity. */
  repeats: fc.option(fc.nat(20), { nil: undefined, freq: 5 }),
});
type AnActivity = typeof anActivity extends fc.Arbitrary<infer T> ? T : never;

const aSelection = fc.record({
  channel: fc.constantFrom(...channels),
  processings: fc.uniqueArray(
    fc.record({
      processing_id: fc.constantFrom(...processings),
      legal_basis: fc.constantFrom('CONSENT' as const, 'LEGITIMATE_INTEREST' as const),
    }),
    { selector: ({ processing_id }) => processing_id },
  ),
});

/** The arriving messages, in order; activities that follow each other may share batches. */
const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('activities' as const),
      sent: fc.array(anActivity, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      sent: fc.array(anActivity, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('choice' as const), agent: fc.constantFrom(...agents), choice: aChoice }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forget' as const),
      agent: fc.constantFrom(...agents),
      processing_id: fc.constantFrom(...processings),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('selection' as const), selection: aSelection }) },
);
export type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** How a run of activities is cut into batches, and what happens to them. */
const aCut = fc.record({ size: fc.integer({ min: 1, max: 4 }), isKilled: fc.boolean(), isRedelivered: fc.boolean() });
type Cut = typeof aCut extends fc.Arbitrary<infer T> ? T : never;

export const aHistory = fc.record({
  first: fc.array(aSelection, { minLength: 1, maxLength: 2 }),
  steps: fc.array(aStep, { minLength: 1, maxLength: 10 }),
  cuts: fc.infiniteStream(aCut),
});

/** Replays a history on the database, and on the oracle. */
export class Replay {
  readonly oracle = new ConsentOracle();
  readonly sent: ActivityReceived[] = [];
  refusedByChoice = 0;
  choicesWithoutEffect = 0;
  private readonly directory = new DirectoryStore();
  private readonly rules = new StoreRules(this.directory, database.erasureKey, new TrackingPlans(), newKeyring());
  private readonly activities = new ActivitiesRepository(database.dataSource, days, this.rules);
  private readonly imports = new ImportBatchesRepository(database.dataSource, days, counters, this.rules, settings);
  private readonly choices = new ChoicesRepository(database.dataSource);
  private version = 0;

  constructor(
    readonly datamart_id: string,
    private readonly cuts: fc.Stream<Cut>,
  ) {}

  select({ channel, processings: selected }: { channel: string; processings: EnforcedProcessing[] }): void {
    const { datamart_id } = this;
    const id = this.channelId(channel);
    const version = ++this.version;
    this.directory.apply({ kind: 'channel', id, datamart_id, version, processings: selected, analyzers: [] });
    this.oracle.select(channel, selected);
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'activities':
        return this.send(step.sent.map((one) => this.arrive(one)));
      case 'import':
        return this.import(step.sent.map((one) => this.arrive({ ...one, isPublic: false })));
      case 'choice':
        this.oracle.choose(step.agent, step.choice);
        return this.choose(step.agent, step.choice);
      case 'forget':
        this.oracle.forget(step.agent, step.processing_id);
        return this.forget(step.agent, step.processing_id);
      case 'selection':
        return this.select(step.selection);
    }
  }

  /** The channel ids of histories differ: each has a directory of its own, but one database. */
  readonly channelId = (channel: string) => `${this.datamart_id}-${channel}`;

  private arrive({ agents: own, channel, choices: chosen, repeats, isPublic }: AnActivity): ActivityReceived {
    const id = (repeats === undefined ? undefined : this.sent[repeats]?.activity_id) ?? uuid7();
    const choices = chosen.map((choice) => ({ ...choice, isPublic }));
    const arriving: ArrivingActivity = { id, identifiers: own, channel, choices };
    this.oracle.arrive(arriving);
    // No real collect key may merge: here the account of each activity is only there for its profile.
    const credential = {
      public_credential: { kind: 'collect_key' as const, id: '4', may_merge_accounts: true as const },
    };
    const received = { ...this.toReceived(arriving), ...(isPublic && credential) };
    this.sent.push(received);
    return received;
  }

  private toReceived({ id, identifiers, channel, choices }: ArrivingActivity): ActivityReceived {
    const $events = choices.map(({ processing_id, accepted, ts }) => ({
      $event_name: '$set_user_choice',
      $properties: { $processing_id: processing_id, $choice_acceptance_value: accepted, $choice_ts: ts },
    }));
    const profile = { $event_name: '$set_user_profile_properties', $properties: { $user_account_id: id, id } };
    const $site_id = channel && this.channelId(channel);
    return {
      datamart_id: this.datamart_id,
      activity_id: id,
      received_ts: now,
      // The account of the profile event makes its profile visible, and does not join people.
      identifiers: [
        { type: 'USER_ACCOUNT', compartment_id: 'default', value: id },
        ...identifiers.map((value) => ({ type: 'USER_AGENT' as const, value })),
      ],
      body: JSON.stringify({ $type: 'SITE_VISIT', $site_id, $events: [profile, ...$events] }),
    };
  }

  private async send(received: ActivityReceived[]): Promise<void> {
    for (let next = 0; next < received.length;) {
      const { size, isKilled, isRedelivered } = this.nextCut();
      const batch = received.slice(next, next + size);
      if (isKilled) {
        await this.storeAndDie(batch);
        continue;
      }
      await this.store(batch);
      if (isRedelivered) await this.store(batch);
      next += size;
    }
  }

  private nextCut = () => this.cuts.next().value as Cut;

  private toActivities = (batch: ActivityReceived[]) =>
    distinctActivities(
      batch.map((one) => {
        const activity = readActivity(one, dayOf);
        if (typeof activity === 'string') throw new Error(activity);
        return activity;
      }),
    );

  private async store(batch: ActivityReceived[]): Promise<void> {
    const { refusedByChoice, publicCases } = await this.activities.insertMany(this.toActivities(batch), now);
    this.refusedByChoice += refusedByChoice;
    this.choicesWithoutEffect += publicCases.choicesWithoutEffect.length;
  }

  /** Everything but the commit. */
  private async storeAndDie(batch: ActivityReceived[]): Promise<void> {
    const killed = new Error('killed before the commit');
    const attempt = unitOfWork(database.dataSource, async (work) => {
      await storeActivities(work, this.toActivities(batch), this.rules.at(now));
      throw killed;
    });
    await expect(attempt).rejects.toBe(killed);
  }

  private async import(received: ActivityReceived[]): Promise<void> {
    const execution_id = uuid7();
    const lines = received.map(({ activity_id, identifiers, body }, index) => ({
      line: index + 1,
      operation: { kind: 'activity' as const, activity_id, identifiers, body },
    }));
    await this.applyLines(execution_id, lines);
  }

  private async forget(agent: string, processing_id: string): Promise<void> {
    const operation = {
      kind: 'delete_choice' as const,
      identifier: { type: 'USER_AGENT' as const, value: agent },
      processing_id,
    };
    await this.applyLines(uuid7(), [{ line: 1, operation }]);
  }

  /** In batches of one chunk, some of them together, and some delivered again. */
  private async applyLines(execution_id: string, lines: ChunkParsed['lines']): Promise<void> {
    const { size, isRedelivered } = this.nextCut();
    const batches: ChunkParsed[] = [];
    for (let next = 0; next < lines.length; next += size)
      batches.push({
        datamart_id: this.datamart_id,
        execution_id,
        chunk: 0,
        batch: batches.length,
        shard: 0,
        creation_ts: now,
        lines: lines.slice(next, next + size),
      });
    await this.imports.apply(batches, now);
    if (isRedelivered) await this.imports.apply(batches, now);
  }

  private async choose(agent: string, { processing_id, accepted, ts }: ArrivingChoice): Promise<void> {
    const { datamart_id } = this;
    const path = { datamart_id, selector: { by: 'user_agent_id' as const, user_agent_id: agent }, processing_id };
    await this.choices.write(path, { choice_ts: String(ts), choice_acceptance_value: accepted, custom: '{}' }, now);
  }
}

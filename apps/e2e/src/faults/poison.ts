import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, type LoadTarget, postActivity } from '@tributary/testing/load/load';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { runTributary, tributaryOutput } from '../suite/operator.js';

const topic = activityReceived.name;
/** Consumers may try an activity several times, which takes long on a busy machine. */
const longWait = { within: 240_000, every: 500 };

/** A trigger that refuses this activity, as a constraint does. */
const refuseActivity = (id: string) => `
  create or replace function tracking_ingest.refuse() returns trigger language plpgsql as
    $$ begin raise check_violation using message = 'this one is refused', constraint = 'refused'; end $$;
  create or replace trigger refuse before insert on tracking_ingest.activities for each row
    when (new.activity_id = '${id}') execute function tracking_ingest.refuse()`;
/** Drops the trigger. */
const acceptAgain = `
  drop trigger if exists refuse on tracking_ingest.activities;
  drop function if exists tracking_ingest.refuse()`;

/** An activity that the database refuses, among others that it accepts, and the operator commands for its dead letter. */
export class Poison {
  readonly id = randomUUID();
  /** The id of its message. It contains the datamart, because an activity id is unique per datamart. */
  readonly messageId = `1/${this.id}`;

  /**
   * @param databaseUrl called each time, because the address of an embedded server changes with every start
   * @param env settings with which `tributary dlq` finds the dead letters
   */
  constructor(
    private readonly target: LoadTarget,
    private readonly databaseUrl: () => string,
    private readonly env: Record<string, string>,
  ) {}

  /** Runs the work while the database refuses the activity. Afterwards the database accepts it, even if the work fails. */
  async whileRefused(work: () => Promise<void>): Promise<void> {
    await queryDatabase(this.databaseUrl(), refuseActivity(this.id));
    try {
      await work();
    } finally {
      await queryDatabase(this.databaseUrl(), acceptAgain);
    }
  }

  /**
   * Sends it among others until there is a dead letter. There may be several: the embedded product answers 503 if all
   * attempts together take longer than the request timeout.
   */
  async send(): Promise<void> {
    const healthy = this.sendHealthy();
    await eventually(async () => {
      await this.post(this.id);
      expect((await this.summary()).waiting).toBeGreaterThan(0);
    }, longWait);
    await healthy;
    await this.untilHandled();
  }

  /** Sends other activities and waits until they are stored. */
  async sendHealthy(): Promise<void> {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(ids.map((id) => eventually(async () => expect(await this.post(id)).toBe(200), longWait)));
    for (const id of ids) await this.expectStored(1, id);
  }

  async expectStored(times: number, id = this.id): Promise<void> {
    await eventually(async () => expect(await this.storedTimes(id)).toBe(times), longWait);
  }

  async storedTimes(id = this.id): Promise<number> {
    const { rows } = await queryDatabase(
      this.databaseUrl(),
      `select from tracking_ingest.activities where activity_id = '${id}'`,
    );
    return rows.length;
  }

  /** Expects a new dead letter after a replay. */
  async expectPendingAgain(): Promise<void> {
    await eventually(async () => {
      const { waiting, replayed } = await this.summary();
      expect(replayed).toBeGreaterThan(0);
      expect(waiting).toBeGreaterThan(0);
    }, longWait);
    await this.untilHandled();
  }

  /** Each copy of it has been tried: later activities of its person follow them in their partition. */
  private untilHandled = (): Promise<void> => this.sendHealthy();

  /** Replays until no dead letter is left. */
  async expectAllReplayed(): Promise<void> {
    await eventually(async () => expect(await this.replay('--all')).toContain('Replayed 0'), longWait);
  }

  list = (...options: string[]) => tributaryOutput(this.env, 'dlq', 'list', '--topic', topic, ...options);
  replay = (...options: string[]) => tributaryOutput(this.env, 'dlq', 'replay', topic, ...options);
  tryReplay = (...options: string[]) => runTributary(this.env, 'dlq', 'replay', topic, ...options);

  private async post(id: string): Promise<number> {
    return (await postActivity(this.target, anActivity(id, 'one', Date.now()))).status;
  }

  private async summary(): Promise<{ waiting: number; replayed: number }> {
    const lines = (await tributaryOutput(this.env, 'dlq', 'list', '--json')).split('\n').filter((line) => line !== '');
    const topics = lines.map((line) => JSON.parse(line) as { topic: string; waiting: number; replayed: number });
    return topics.find((counts) => counts.topic === topic) ?? { waiting: 0, replayed: 0 };
  }
}

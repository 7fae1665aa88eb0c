import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, type LoadTarget, postActivity } from '@tributary/testing/load';
import { queryDatabase } from '@tributary/testing/load-check';
import { runTributary, tributaryPrints } from './operator.js';

const topic = activityReceived.name;
/** Waits for consumers that may have to try an activity several times, on a busy machine. */
const patience = { within: 240_000, every: 500 };

/** A cause that lies in the database: it refuses this activity as a constraint does, until it is mended. */
const cause = (id: string) => `
  create or replace function tracking_ingest.refuse() returns trigger language plpgsql as
    $$ begin raise check_violation using message = 'this one is refused'; end $$;
  create or replace trigger refuse before insert on tracking_ingest.activities for each row
    when (new.activity_id = '${id}') execute function tracking_ingest.refuse()`;
const remedy = `
  drop trigger if exists refuse on tracking_ingest.activities;
  drop function if exists tracking_ingest.refuse()`;

/** Activities that cannot be stored at first, among others that can; and what an operator does about them. */
export class Poison {
  readonly id = randomUUID();
  /** The id of its message: ids are a datamart's own. */
  readonly messageId = `1/${this.id}`;

  /**
   * @param databaseUrl asked each time, as an embedded server changes its address with every start
   * @param env by which `tributary dlq` finds the letters
   */
  constructor(
    private readonly target: LoadTarget,
    private readonly databaseUrl: () => string,
    private readonly env: Record<string, string>,
  ) {}

  /** Does the work while the store refuses the activity; whatever happens, it accepts it afterwards. */
  async whileRefused(work: () => Promise<void>): Promise<void> {
    await queryDatabase(this.databaseUrl(), cause(this.id));
    try {
      await work();
    } finally {
      await queryDatabase(this.databaseUrl(), remedy);
    }
  }

  /**
   * Sends it among others, again and again until it is a dead letter, perhaps more than one: the embedded product answers
   * 503 when giving up takes longer than a client waits.
   */
  async send(): Promise<void> {
    const healthy = this.sendHealthy();
    await eventually(async () => {
      await this.post(this.id);
      expect((await this.told()).waiting).toBeGreaterThan(0);
    }, patience);
    await healthy;
  }

  /** Others, which are stored. */
  async sendHealthy(): Promise<void> {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(ids.map((id) => eventually(async () => expect(await this.post(id)).toBe(200), patience)));
    for (const id of ids) await this.expectStored(1, id);
  }

  async expectStored(times: number, id = this.id): Promise<void> {
    await eventually(async () => expect(await this.storedTimes(id)).toBe(times), patience);
  }

  async storedTimes(id = this.id): Promise<number> {
    const { rows } = await queryDatabase(
      this.databaseUrl(),
      `select from tracking_ingest.activities where activity_id = '${id}'`,
    );
    return rows.length;
  }

  /** It waits again although letters of it were replayed. */
  async expectBack(): Promise<void> {
    await eventually(async () => {
      const { waiting, replayed } = await this.told();
      expect(replayed).toBeGreaterThan(0);
      expect(waiting).toBeGreaterThan(0);
    }, patience);
  }

  /** Nothing is left to replay, however often it is tried. */
  async expectAllReplayed(): Promise<void> {
    await eventually(async () => expect(await this.replay('--all')).toContain('Replayed 0'), patience);
  }

  list = (...options: string[]) => tributaryPrints(this.env, 'dlq', 'list', '--topic', topic, ...options);
  replay = (...options: string[]) => tributaryPrints(this.env, 'dlq', 'replay', topic, ...options);
  tryReplay = (...options: string[]) => runTributary(this.env, 'dlq', 'replay', topic, ...options);

  private async post(id: string): Promise<number> {
    return (await postActivity(this.target, anActivity(id, 'one', Date.now()))).status;
  }

  private async told(): Promise<{ waiting: number; replayed: number }> {
    const [line = ''] = (await tributaryPrints(this.env, 'dlq', 'list', '--json')).split('\n');
    if (line === '') return { waiting: 0, replayed: 0 };
    const told = JSON.parse(line) as { topic: string; waiting: number; replayed: number };
    expect(told.topic).toBe(topic);
    return told;
  }
}

import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type PagedList } from '../client/client.js';
import { choiceEvent, newConsentChannel, type ConsentChannel } from '../client/consent-channel.js';
import { expectOutcome, expectOutcomes, reportedSessions } from '../client/traced-outcomes.js';

const people = 12;
/** Longer than a consumer needs to take over the work of a killed one. */
const recovery = { within: 180_000, every: 250 };

/**
 * People who visit a channel that needs consent, and change their minds in some of their activities. Each sends one activity
 * after the other, again and again until it is answered 200. So the outcome of each activity is known, through all faults.
 */
export class ConsentHistory {
  /** The ids of each person's stored activities, as the rules say. */
  private readonly expected = new Map<string, string[]>();
  /** All that were answered 200, with the outcome of each. */
  private readonly outcomes = new Map<string, ('STORED' | 'REFUSED_BY_CHOICE')[]>();
  private sent = 0;
  private isStopping = false;
  private sending: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: Client,
    private readonly channel: ConsentChannel,
  ) {}

  static async start(platform: Platform): Promise<ConsentHistory> {
    const client = new Client(platform.url, platform.token);
    const history = new ConsentHistory(client, await newConsentChannel(client));
    await history.untilSelectionActs();
    const agents = Array.from({ length: people }, (_, index) => `person-${index}`);
    history.sending = Promise.all(agents.map((agent, index) => history.live(agent, index)));
    return history;
  }

  /** Resolves when so many more activities have been answered 200. */
  async progress(activities = 60): Promise<void> {
    const wanted = this.sent + activities;
    await eventually(() => expect(this.sent).toBeGreaterThanOrEqual(wanted), recovery);
  }

  /**
   * Stops sending, and expects exactly the permitted activities of each person to be stored, and all traces and the report to
   * say the same.
   */
  async expectOutcomes(): Promise<void> {
    this.isStopping = true;
    await this.sending;
    const outcomes = [...this.expected.values()].flat().length;
    // Otherwise the history shows nothing.
    expect(outcomes).toBeGreaterThan(0);
    expect(outcomes).toBeLessThan(this.sent);
    for (const [agent, ids] of this.expected)
      await eventually(async () => expect((await this.storedOf(agent)).sort()).toEqual([...ids].sort()), recovery);
    const { datamart_id } = this.channel;
    const traces = await expectOutcomes(this.client, datamart_id, this.outcomes);
    const stored = [...traces.values()].filter(({ state }) => state === 'STORED').length;
    expect(await reportedSessions(this.client, datamart_id)).toBe(stored);
    // (control) Another outcome would be found.
    const refused = [...traces.values()].find(({ state }) => state === 'REFUSED_BY_CHOICE');
    expect(() => refused && expectOutcome(refused, ['STORED'])).toThrow();
  }

  private async live(agent: string, index: number): Promise<void> {
    const stored: string[] = [];
    this.expected.set(agent, stored);
    let accepted: boolean | undefined;
    for (let step = 1; !this.isStopping; step++) {
      // Different people change their minds at different steps.
      const chooses = (step + index) % 5 === 0 ? (step + index) % 10 === 0 : undefined;
      accepted = chooses ?? accepted;
      const id = randomUUID();
      if (accepted) stored.push(id);
      await this.send(id, agent, chooses === undefined ? [] : [choiceEvent(this.channel, chooses, step)]);
      this.outcomes.set(id, [accepted ? 'STORED' : 'REFUSED_BY_CHOICE']);
      this.sent++;
    }
    // Permitted, and handled after all others of the person: once it is stored, none of these is in flight.
    const last = randomUUID();
    await this.send(last, agent, [choiceEvent(this.channel, true, Number.MAX_SAFE_INTEGER)]);
    stored.push(last);
    this.outcomes.set(last, ['STORED']);
    this.sent++;
  }

  private send(id: string, $user_agent_id: string, $events: object[]): Promise<unknown> {
    const activity = {
      $unique_key: id,
      $type: 'SITE_VISIT',
      $site_id: this.channel.channel_id,
      $user_agent_id,
      $events,
    };
    return eventually(() => this.client.post(`${this.datamart}/user_activities`, activity), recovery);
  }

  private async untilSelectionActs(): Promise<void> {
    await eventually(async () => {
      const agent = `probe-${randomUUID()}`;
      const id = randomUUID();
      await this.send(id, agent, []);
      // Before the selection acts it is stored.
      this.outcomes.set(id, ['STORED', 'REFUSED_BY_CHOICE']);
      await eventually(() => this.client.list(`${this.datamart}/user_points/user_agent_id=${agent}/user_identifiers`));
      expect(await this.storedOf(agent)).toEqual([]);
    });
  }

  private async storedOf(agent: string): Promise<string[]> {
    const ids: string[] = [];
    for (let first = 0, total = 1; first < total; first += 500) {
      const path = `${this.datamart}/user_points/user_agent_id=${agent}/user_activities`;
      const { body } = await this.client.call<PagedList<{ $id: string }>>(
        'GET',
        `${path}?first_result=${first}&max_results=500`,
      );
      expect(body).toMatchObject({ status: 'ok' });
      ids.push(...body.data.map(({ $id }) => $id));
      total = body.total;
    }
    return ids;
  }

  private get datamart(): string {
    return `/datamarts/${this.channel.datamart_id}`;
  }
}

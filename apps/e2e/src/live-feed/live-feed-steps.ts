import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { Client } from '../client/client.js';
import { Delays } from '../suite/delays.js';

/** The processes under test. */
export interface FeedPlatform {
  token: string;
  /** The gateway that collects. */
  collectsAt: string;
  /** The gateway with the viewers. */
  showsAt: string;
  /** Where that gateway serves its metrics. */
  metricsAt: string;
}

type Step = (name: string, run: () => Promise<void>) => void;

const datamart = '/datamarts/1';
/** More activities than a gateway could miss that still reads. */
const unread = 5;

/**
 * The live feed on the whole product, in two parts: a gateway reads on for 30 s after its last viewer, and other steps may
 * use that time, as far as they open no feed.
 */
export class LiveFeedSteps {
  constructor(
    private readonly step: Step,
    private readonly of: () => FeedPlatform,
  ) {}

  /** Before any feed is open. */
  begin(): void {
    this.step('reads nothing before a client looks', async () => {
      await this.send();
      expect(await this.reads()).toBe(0);
    });

    this.step('shows an activity within a second after its 200, as the person has it', async () => {
      const feed = await this.open('?identifier=user_agent_id=web:1:seen');
      const delays = new Delays();
      const ids: string[] = [];
      for (let sent = 0; sent < 5; sent++) {
        await this.send();
        ids.push(
          await delays.measure(
            () => this.post('web:1:seen'),
            (id) => expect(feed.ids).toContain(id),
          ),
        );
      }
      delays.expectWithinOneSecond();
      expect(feed.ids).toEqual(ids);
      const shown = new Set(feed.of('activity').map(({ data }) => data));
      await eventually(async () => expect(new Set(await this.activitiesOf('web:1:seen'))).toEqual(shown));
      feed.close();
    });

    this.step('goes on reading while a client looks, and for a while after the last has left', async () => {
      const feed = await this.open();
      await this.expectReading();
      feed.close();
      await this.untilNoViewers();
      // A page that is opened again is full.
      await this.expectReading();
    });
  }

  /** The last feed may have been opened by another suite. */
  end(): void {
    this.step('reads nothing 30 s after the last client has left', async () => {
      await this.untilNoViewers();
      await eventually(async () => {
        const before = await this.reads();
        for (let sent = 0; sent < unread; sent++) await this.send();
        expect(await this.reads()).toBe(before);
      });
      // The control: the same activities are read once a client looks.
      const feed = await this.open();
      await this.expectReading();
      feed.close();
    });
  }

  private open(query = ''): Promise<FeedClient> {
    const { showsAt, token } = this.of();
    return eventually(async () => {
      const feed = await FeedClient.open(showsAt, { token, query });
      expect(feed.response.status).toBe(200);
      return feed;
    });
  }

  /** Collects an activity. @returns its id */
  private async post($user_agent_id: string): Promise<string> {
    const { collectsAt, token } = this.of();
    const activity = { $type: 'TOUCH', $user_agent_id };
    return (await new Client(collectsAt, token).post(`${datamart}/user_activities`, activity)).id;
  }

  /** Collects an activity of another person, and waits until it is stored: a gateway that follows has it by then. */
  private async send(): Promise<void> {
    const agent = `web:1:${randomUUID()}`;
    const id = await this.post(agent);
    await eventually(async () => expect(await this.activitiesOf(agent)).toMatchObject([{ $id: id }]));
  }

  private async expectReading(): Promise<void> {
    const before = await this.reads();
    await this.send();
    await eventually(async () => expect(await this.reads()).toBeGreaterThan(before));
  }

  private untilNoViewers(): Promise<void> {
    return eventually(async () => expect(await this.metric('gateway_live_feed_viewers')).toBe(0));
  }

  private activitiesOf(agent: string) {
    const { showsAt, token } = this.of();
    const path = `${datamart}/user_points/user_agent_id=${agent}/user_activities`;
    return new Client(showsAt, token).list<{ $id: string }>(path);
  }

  private readonly reads = () => this.metric('follower_reads_total');

  private async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.of().metricsAt}/metrics`)).text();
    return Number(new RegExp(`^tributary_${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]);
  }
}

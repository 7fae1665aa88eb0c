import { createHash } from 'node:crypto';
import type { Received } from '@tributary/bus/messages/message';
import { activityStored, segmentChanged } from '@tributary/contracts/topics/topics';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import type { Logger } from '@tributary/runtime/logger';
import type { PassedMessage, ResumedPartition } from '../facts/fact.store.js';
import { logGaps } from '../facts/log-gaps.js';
import { arrivalOf, resumedArrivals, type Arrival } from '../facts/positions.js';
import { findApplied, markApplied, type FactMessage } from './applied-messages.js';
import { startTimeline } from './backfills.js';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { factRows } from './fact-rows.js';
import { readPositions, readState, writeGaps, writePositions, type StoreState } from './store-state.js';

export interface SharedWriterOptions {
  now: () => number;
  logger: Logger;
}

/** Writes the current messages of a batch: each may come again, at the same time in another process. */
type Write<Message extends FactMessage> = (messages: Message[], state: StoreState) => Promise<void>;

/**
 * Writes batches of messages beside other processes. It keeps nothing in memory. Every row has a key, and of rows with one
 * key the same one stays, in any order of writing. So a batch may be written again, by any process.
 */
export class SharedWriter {
  constructor(
    private readonly connection: ClickHouseConnection,
    private readonly options: SharedWriterOptions,
  ) {}

  /** Facts first: what the rows after them say, such as the watermark, must never be ahead of the facts. */
  async apply<Message extends FactMessage>(messages: Message[], write: Write<Message>): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const state = await this.stateOf(first.topic, messages);
    const current = messages.filter((message) => timelineOf(message) === state.timeline);
    const { connection } = this;
    const applied = await findApplied(
      connection,
      state.timeline,
      current.filter((message) => isAskedFor(message, state)),
    );
    const fresh = current.filter((message) => !applied.has(message));
    if (fresh.length > 0) {
      await write(fresh, state);
      await markApplied(connection, state.timeline, fresh);
      await this.moveWatermarks(fresh, state);
    }
    const isNew = new Set<FactMessage>(fresh);
    await this.move(
      state,
      messages.flatMap((message) => arrivalOf(message, isNew.has(message))),
    );
  }

  async storeActivities(messages: Received<ActivitiesStored>[], { timeline }: StoreState): Promise<void> {
    const token = createHash('sha256').update(JSON.stringify([timeline, ...messages.map(({ id }) => id)]));
    await this.connection.insert('facts', factRows(messages, timeline, this.options.now()), token.digest('hex'));
  }

  /** Notes that these messages will not be applied: they become dead letters. */
  async pass(messages: PassedMessage[]): Promise<void> {
    for (const [topic, ofTopic] of Map.groupBy(messages, (message) => message.topic)) {
      const state = await readState(this.connection, topic);
      await this.move(
        state,
        ofTopic.flatMap((message) => arrivalOf(message, false)),
      );
    }
  }

  /** Compares where the bus resumes with what is applied. */
  async resume(topic: string, partitions: ResumedPartition[]): Promise<void> {
    const state = await readState(this.connection, topic);
    await this.move(state, resumedArrivals(state.positions, topic, partitions, this.options.now()));
  }

  private async stateOf(topic: string, messages: FactMessage[]): Promise<StoreState> {
    const state = await readState(this.connection, topic);
    const timeline = messages.reduce((newest, message) => Math.max(newest, timelineOf(message)), 0);
    if (timeline <= state.timeline) return state;
    await startTimeline(this.connection, timeline);
    this.options.logger.warn({ timeline }, 'the database of tracking was restored: reports start over with a backfill');
    return { ...state, timeline, positions: await readPositions(this.connection, topic) };
  }

  private async moveWatermarks(messages: FactMessage[], { timeline }: StoreState): Promise<void> {
    const activities = messages.filter(({ topic }) => topic === activityStored.name);
    const rows = Array.from(
      Map.groupBy(activities, ({ value }) => value.datamart_id),
      ([datamart_id, ofDatamart]) => ({
        timeline,
        datamart_id,
        time: Math.max(...ofDatamart.map(({ time }) => Math.floor(time))),
      }),
    );
    await this.connection.insert('watermarks', rows);
  }

  private async move({ positions, timeline }: StoreState, arrivals: Arrival[]): Promise<void> {
    const { moved, gaps } = positions.advance(arrivals);
    // Before the positions: a crash in between notices the gap again.
    await writeGaps(this.connection, { timeline, positions }, gaps);
    await writePositions(this.connection, positions, moved);
    logGaps(this.options.logger, gaps);
  }
}

/**
 * Whether it matters if the message was applied already. One behind the position of its partition is new only if the topic
 * was recreated. An old change of a membership must not count as confirmed by a backfill that came after it.
 */
function isAskedFor({ topic, position }: FactMessage, { positions }: StoreState): boolean {
  if (topic === segmentChanged.name) return true;
  return position !== undefined && positions.isApplied(topic, position);
}

const timelineOf = ({ timeline = 0 }: FactMessage) => timeline;

import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { resolveWithoutMerges } from '../../src/identity/resolve-user-points.js';
import { addUpSegmentCounts } from '../../src/segments/count-memberships.js';
import { claimDeleted, deleteDead, findDead, finishDeletion } from '../../src/segments/delete-dead.js';
import { deleteExpired, findExpired } from '../../src/segments/delete-expired.js';
import { requestSegmentDeletion } from '../../src/segments/request-deletion.js';
import { deleteSegments, writeSegments } from '../../src/segments/write-segments.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import { dissociate } from '../../src/user-points/split-identifiers.js';

export const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });

/** One membership per person and segment. */
interface Write {
  people: string[];
  segment_ids: string[];
  expiration_ts: number | null;
}

/** The writes of the platform to memberships: each step is the transaction of an import, a route, or a job. */
export class SegmentSteps {
  constructor(
    private readonly database: DataSource,
    readonly datamart_id: string,
  ) {}

  run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return transaction(this.database, work);
  }

  write({ people, segment_ids, expiration_ts }: Write, now = Date.now()): Promise<void> {
    return this.run(async (client) => {
      const { datamart_id } = this;
      const points = await this.points(client, people);
      const writes = points.flatMap((user_point_id) =>
        segment_ids.map((segment_id) => ({ datamart_id, user_point_id, segment_id, expiration_ts })),
      );
      await writeSegments(client, writes, now);
    });
  }

  leave(people: string[], segment_ids: string[]): Promise<void> {
    return this.run(async (client) => {
      const { datamart_id } = this;
      const points = await this.points(client, people);
      const keys = points.flatMap((user_point_id) =>
        segment_ids.map((segment_id) => ({ datamart_id, user_point_id, segment_id })),
      );
      await deleteSegments(client, keys);
    });
  }

  merge(people: string[]): Promise<unknown> {
    const claim = { datamart_id: this.datamart_id, identifiers: people.map(agent) };
    return this.run((client) => resolveAndMerge(client, [claim], Date.now()));
  }

  dissociate(people: string[]): Promise<unknown> {
    const claim = { datamart_id: this.datamart_id, identifiers: people.map(agent) };
    return this.run((client) => dissociate(client, [claim], Date.now()));
  }

  erase(person: string): Promise<unknown> {
    return this.run((client) => eraseUserPoints(client, this.datamart_id, [{ identifier: agent(person) }], Date.now()));
  }

  /** @param meanwhile runs after the deletion has got its version, and before it commits */
  deleteSegment(segment_id: string, meanwhile = (): Promise<unknown> => Promise.resolve()): Promise<void> {
    return this.run(async (client) => {
      await requestSegmentDeletion(client, { datamart_id: this.datamart_id, segment_id }, Date.now());
      await meanwhile();
    });
  }

  /** One batch of the job. */
  async deleteExpired(now: number, limit: number): Promise<number> {
    const [tids] = await this.run((client) => findExpired(client, now, { rowsPerBatch: limit, batches: 1 }));
    return tids === undefined ? 0 : this.run((client) => deleteExpired(client, now, tids));
  }

  addUp(): Promise<void> {
    return this.run(addUpSegmentCounts);
  }

  /** A round of the job on the oldest deletion, whichever it is, in batches of `size`. */
  async deleteDead(size: number): Promise<void> {
    const segment = await this.run((client) => claimDeleted(client, Date.now(), 0));
    if (!segment) return;
    const batches = await this.run((client) => findDead(client, segment, { rowsPerBatch: size, batches: 100 }));
    for (const tids of batches) await this.run((client) => deleteDead(client, segment, tids));
    await this.run((client) => finishDeletion(client, segment, { now: Date.now(), retryAt: 0 }));
  }

  private async points(client: pg.ClientBase, people: string[]): Promise<string[]> {
    const claims = people.map((person) => ({
      datamart_id: this.datamart_id,
      identifiers: [agent(person)],
      writesData: true,
    }));
    const resolved = await resolveWithoutMerges(client, claims, Date.now());
    return [...new Set(resolved.flatMap((one) => ('user_point_id' in one ? [one.user_point_id] : [])))];
  }
}

import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@tributary/contracts/errors';
import { transaction } from '@tributary/database/transaction';
import { Progress } from '@tributary/http/limits/progress';
import { FairSlots, type SlotLimits } from '@tributary/contracts/shares/fair-slots';
import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type pg from 'pg';
import { DataSource } from 'typeorm';

export interface StreamLimits {
  slots: SlotLimits;
  /** How long a request waits for a slot. */
  slotWaitMs: number;
  /** A stream lasts no longer. */
  longestMs: number;
  /** The reader takes at least `minBytes` in each `progressMs`. */
  minBytes: number;
  progressMs: number;
}

/** Each stream holds a connection and a snapshot of the database, so only two run in a process, by turns of organisations. */
const exportLimits: StreamLimits = {
  slots: { held: 2, waiting: 8, byOrganisation: true, shares: [{ held: 2, waiting: 4 }] },
  slotWaitMs: 2_000,
  longestMs: 600_000,
  // 64 KiB/s.
  minBytes: 640 * 1024,
  progressMs: 10_000,
};

/** Bytes that wait for the reader. It shows by them how fast it is. */
const pieceBytes = 64 * 1024;
const checkMs = 1_000;
/** The server cancels a statement of an export after this time: it may have to sort all activities of a person. */
const statementTimeoutMs = 60_000;

/** Resolves once the reader has room for more. */
export type Send = (text: string) => Promise<void>;

/** Answers that are read from one snapshot of the database, in constant memory at any size. */
@Injectable()
export class SnapshotStreams {
  private readonly slots: FairSlots;

  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: StreamLimits = exportLimits,
  ) {
    this.slots = new FairSlots(limits.slots);
  }

  /** The organisations whose exports run or wait. */
  organisations(): OrganisationUse[] {
    return this.slots.organisations();
  }

  /**
   * Opens a stream of what `write` sends. It resolves with the first text: an error before it rejects, one after it breaks
   * the stream, as do a reader that is too slow and the longest time.
   *
   * @throws SERVICE_UNAVAILABLE while as many run as may
   */
  async open(organisation_id: string, write: (client: pg.ClientBase, send: Send) => Promise<void>): Promise<Readable> {
    const { slotWaitMs, longestMs } = this.limits;
    const slot = await this.slots.take([organisation_id], 1, AbortSignal.timeout(slotWaitMs));
    if (typeof slot === 'string')
      throw new ApiError('SERVICE_UNAVAILABLE', 'as many exports run as this process may run at once', {
        retryAfter_s: Math.ceil(longestMs / 1_000),
      });
    const stream = new PassThrough({ highWaterMark: pieceBytes });
    return new Promise((resolve, reject) => {
      const pace = new Pace(stream, this.limits);
      const send: Send = (text) => {
        resolve(stream);
        return pace.send(text);
      };
      const read = async (client: pg.ClientBase) => {
        // The first statement that reads takes the snapshot.
        await client.query(`set transaction isolation level repeatable read, read only;
          set local idle_in_transaction_session_timeout = ${Number(longestMs)}; select 1`);
        await write(client, send);
      };
      transaction(this.dataSource, read, { statementTimeoutMs })
        .then(() => stream.end())
        .catch((error: Error) => {
          // A stream that was not handed out has no listener for its error.
          if (pace.hasSent) stream.destroy(error);
          reject(error);
        })
        .finally(() => {
          pace.end();
          slot.release();
        });
    });
  }
}

/** Writes to a stream as fast as its reader takes it, and breaks it when that is too slow or too long. */
class Pace {
  hasSent = false;
  private readonly begun = performance.now();
  private readonly progress = new Progress(this.begun, 0);
  private readonly closed = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private bytes = 0;
  private isWaiting = false;

  constructor(
    private readonly stream: PassThrough,
    private readonly limits: StreamLimits,
  ) {
    stream.once('close', () => this.closed.abort(new Error('the reader of an export has gone')));
    this.timer = setInterval(() => this.check(performance.now()), Math.min(checkMs, limits.progressMs));
  }

  /** @throws when the stream is broken */
  async send(text: string): Promise<void> {
    this.hasSent = true;
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      this.closed.signal.throwIfAborted();
      const piece = bytes.subarray(start, start + pieceBytes);
      if (!this.stream.write(piece)) await this.drained();
      this.bytes += piece.length;
    }
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async drained(): Promise<void> {
    this.isWaiting = true;
    await once(this.stream, 'drain', { signal: this.closed.signal });
    this.isWaiting = false;
  }

  private check(now: number): void {
    const { bytes, isWaiting } = this;
    if (now - this.begun >= this.limits.longestMs) this.break('an export has lasted too long');
    else if (this.progress.isTooLittle({ now, bytes, isWaiting }, this.limits))
      this.break('the reader of an export is too slow');
  }

  private break(reason: string): void {
    if (this.hasSent) this.stream.destroy(new Error(reason));
  }
}

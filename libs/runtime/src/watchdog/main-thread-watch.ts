import { write, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSuspectLog } from '@tributary/bus/open-suspect-log';
import { InFlightBatches, type InFlightBatch } from '@tributary/bus/suspects/in-flight-batches';
import { askMainThread, endProcess } from './ask-main-thread.js';
import { Heartbeat } from './heartbeat.js';
import type { WatchdogData, WorkInProgress } from './watchdog-data.js';

/**
 * True while the main thread computes or waits for a processor, false while it waits in the kernel: for a disk, a pipe or
 * another thread. Systems other than Linux do not show it; there it counts as computing.
 */
function isComputing(): boolean {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may contain any character.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R');
  } catch {
    return true;
  }
}

/** The process ends, even if what was in flight cannot be stored in this time. */
const storeTimeoutMs = 4_000;
const logTimeoutMs = 500;

/** The facts about a block. */
interface Finding {
  work?: WorkInProgress | undefined;
  suspects: InFlightBatch[];
}

/** Watches the main thread from another one. */
export class MainThreadWatch {
  private readonly heartbeat: Heartbeat;
  private readonly inFlight: InFlightBatches;
  private ticksComputing = 0;
  private finding?: Promise<Finding> | undefined;
  private isEnding = false;

  constructor(private readonly data: WatchdogData) {
    this.heartbeat = new Heartbeat(data.heartbeat);
    this.inFlight = new InFlightBatches(data.inFlight);
  }

  /** Called once for each tick. */
  tick(): void {
    const { tickMs, suspectAfterMs, endAfterMs, endWithinMs } = this.data.limits;
    this.heartbeat.tick();
    if (this.heartbeat.ticksOfEnd * tickMs >= endWithinMs) return void this.end('the process did not end by itself');
    const blockedMs = this.heartbeat.ticksSinceBeat * tickMs;
    if (blockedMs < suspectAfterMs / 2 || this.heartbeat.isDebugged) return this.forget();
    if (isComputing()) this.ticksComputing++;
    if (blockedMs < suspectAfterMs) return;
    this.finding ??= this.investigate();
    if (blockedMs >= endAfterMs) void this.end(`the main thread was blocked for ${blockedMs} ms`);
  }

  private forget(): void {
    this.ticksComputing = 0;
    this.finding = undefined;
  }

  private async investigate(): Promise<Finding> {
    const { tickMs, suspectAfterMs } = this.data.limits;
    const isBusy = this.ticksComputing * tickMs >= suspectAfterMs / 4;
    const work = await askMainThread();
    const isOver = this.heartbeat.ticksSinceBeat * tickMs < suspectAfterMs;
    // A thread that waits in the kernel waits for a disk or a pipe: that is an outage, and no message is to blame.
    const slots = !isBusy || (isOver && !work) ? [] : this.slotsToBlame(work);
    return { work, suspects: await this.suspect(slots) };
  }

  /** Marks the batches that have ended the process by an error that nothing caught. */
  async mark(slots: number[]): Promise<void> {
    await this.suspect(slots);
    this.heartbeat.reportMarked();
  }

  private async suspect(slots: number[]): Promise<InFlightBatch[]> {
    const suspects = slots.map((slot) => this.inFlight.suspect(slot)).filter((batch) => batch !== undefined);
    if (suspects.length > 0) await this.store(suspects);
    return suspects;
  }

  /** The batches whose code runs; none, if a request's code runs; all in flight, if it is unknown whose code runs. */
  private slotsToBlame(work: WorkInProgress | undefined): number[] {
    if (work?.slots?.length) return work.slots;
    return work?.request_id === undefined ? this.inFlight.taken() : [];
  }

  private async store(suspects: InFlightBatch[]): Promise<void> {
    const time = Date.now();
    try {
      const log = await openSuspectLog(this.data.suspectLog);
      await log.write(suspects.map((batch) => ({ ...batch, time })));
    } catch (error) {
      await this.log({ msg: 'suspect batches cannot be stored', cause: String(error) });
    }
  }

  private async end(msg: string): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    const finding = await Promise.race([this.finding, sleep(storeTimeoutMs, undefined)]);
    await this.log({
      msg: `${msg}; it is ended`,
      in_hand: finding?.suspects.map(summarizeBatch) ?? [],
      request_id: finding?.work?.request_id,
      stack: finding?.work?.stack,
    });
    await endProcess();
  }

  /** Not through the main thread. A log that hangs does not delay the end. */
  private async log(fields: { msg: string; [field: string]: unknown }): Promise<void> {
    const line = { level: 60, time: new Date().toISOString(), app: this.data.app, ...fields };
    await Promise.race([writeLine(`${JSON.stringify(line)}\n`), sleep(logTimeoutMs)]);
  }
}

async function writeLine(line: string): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => write(1, line, resolve));
  if (failure?.code !== 'EAGAIN') return;
  // The pipe is full.
  await sleep(logTimeoutMs / 10);
  await writeLine(line);
}

/** Names of messages are positions or ids: no content. */
const summarizeBatch = ({ group, topic, messages }: InFlightBatch) => ({
  group,
  topic,
  messages: messages.length,
  first: messages[0],
  last: messages.at(-1),
});

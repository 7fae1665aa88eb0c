import { identifiersOf, labelOf } from '@tributary/client/activities/activity-identifiers';
import { describeActivity } from '@tributary/client/activities/describe-activity';
import type { FeedActivity, FeedEvent, Refusal } from '@tributary/client/feed/feed-event';
import { printable } from '../output/printable.js';
import { printJsonLine, printLine, styled } from '../output/print.js';
import { endProgress, say, showProgress } from '../output/status-messages.js';
import { fit } from '../output/text-width.js';

interface FeedOutput {
  isJson: boolean;
  shown: 'activity' | 'refused';
  /** Nothing from before is shown, epoch milliseconds. */
  since?: number | undefined;
}

/** As many as the server repeats after a new connection, and as are read of what came earlier. */
const remembered = 2_000;

/** Prints the feed to stdout, and what is not shown of it to stderr. */
export class FeedPrinter {
  private readonly seen = new Set<string>();
  private skipped = 0;

  constructor(private readonly output: FeedOutput) {}

  show(event: FeedEvent): void {
    if (event.kind === 'skipped') this.skip(event.count);
    else if (event.kind === 'activity') this.showActivity(event.activity);
    else this.showRefusal(event.refusal);
  }

  end(): void {
    endProgress();
    if (this.skipped > 0) say(`${this.skipped} activities were left out: --sample 100 shows more, filters leave less.`);
  }

  private skip(count: number): void {
    if (this.skipped === 0) say('More arrive than are shown: this is a sample.');
    this.skipped += count;
    showProgress(`${this.skipped} left out so far`);
  }

  private showActivity(activity: FeedActivity): void {
    if (this.output.shown !== 'activity' || this.isEarly(activity.$received_ts) || !this.isNew(activity.$id)) return;
    if (this.output.isJson) printJsonLine(activity);
    else printAbove(lineOf(activity));
  }

  private showRefusal(refusal: Refusal): void {
    const { received_ts, error_code, error, error_id, head } = refusal;
    if (this.isEarly(received_ts) || !this.isNew(`${error_id} ${error} ${head}`)) return;
    const line = `${timeOf(received_ts)}  ${error_code}: ${error}  ${head}  (error_id ${error_id})`;
    if (this.output.shown === 'activity') say(`refused: ${error_code}: ${error} (error_id ${error_id})`, 'red');
    else if (this.output.isJson) printJsonLine(refusal);
    else printAbove(cut(line));
  }

  private readonly isEarly = (ts: number) => ts < (this.output.since ?? 0);

  private isNew(id: string): boolean {
    if (this.seen.has(id)) return false;
    this.seen.add(id);
    const [oldest] = this.seen;
    if (this.seen.size > remembered && oldest !== undefined) this.seen.delete(oldest);
    return true;
  }
}

function lineOf(activity: FeedActivity): string {
  const { type, channel, events } = describeActivity(activity);
  const person = identifiersOf(activity).map(labelOf).join(' ');
  const columns = [timeOf(activity.$received_ts), type, channel, events.join(','), person].filter(
    (text) => text !== '',
  );
  const line = cut(columns.join('  '));
  return line.replace(printable(type), (text) => styled('cyan', text));
}

const timeOf = (ms: number): string => (Math.abs(ms) > 8.64e15 ? '' : new Date(ms).toISOString().slice(11, 19));

/** One line of the terminal; in a pipe all of it. */
const cut = (line: string): string => {
  const text = printable(line);
  return process.stdout.isTTY ? fit(text, process.stdout.columns) : text;
};

function printAbove(line: string): void {
  // stdout and the progress line of stderr may be the same terminal.
  endProgress();
  printLine(line);
}

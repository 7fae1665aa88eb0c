import { FailureGroups } from '@tributary/client/imports/group-failures';
import { quoted } from '@tributary/client/requests/curl';
import { exitCodes, Interrupted } from '../output/failures.js';
import { print, printJsonLine, type Format } from '../output/print.js';
import { endProgress, say, showProgress } from '../output/status-messages.js';
import { sayRefusals } from '../refusals/say-refusals.js';
import { ActivitySender, type SenderTarget } from './activity-sender.js';
import { readLines, type Line } from './read-lines.js';

interface SentLines {
  /** Reads the stream, until its end or the signal. */
  read: (until: AbortSignal) => AsyncIterable<Buffer>;
  /** The path that a continuation names; undefined: stdin, which cannot be read again. */
  file: string | undefined;
  /** Lines at the start that are left out. */
  skip: number;
}

/** Sends a stream of lines. @throws Failure if it cannot be read or the platform does not take it, Interrupted on Ctrl-C */
export async function sendLines(target: SenderTarget, { read, file, skip }: SentLines, output: Format): Promise<void> {
  const results = new Results(output);
  const sender = new ActivitySender(target, results);
  const interrupt = () => sender.stop(new Interrupted());
  process.once('SIGINT', interrupt);
  let isComplete = false;
  try {
    await sendEach(readLines(read(sender.stopped)), skip, sender);
    isComplete = sender.failure === undefined;
  } finally {
    await sender.close();
    process.off('SIGINT', interrupt);
    results.end(isComplete);
    if (!isComplete) sayHowToGoOn(Math.max(skip, sender.answeredUpTo), file);
  }
  if (sender.failure) throw sender.failure;
}

/** If the lines cannot be read to their end, those before the failure are sent nevertheless. */
async function sendEach(lines: AsyncIterable<Line>, skip: number, sender: ActivitySender): Promise<void> {
  try {
    for await (const line of lines) {
      // The last line that a stopped stream gives may be cut.
      if (sender.failure) return;
      if (line.number > skip) await sender.add(line);
    }
  } finally {
    await sender.settle();
  }
}

function sayHowToGoOn(answered: number, file: string | undefined): void {
  if (answered === 0) return;
  const goOn = file === undefined ? '' : ` Go on: tributary send ${quoted(file)} --skip ${answered}`;
  say(`The lines up to ${answered} are answered.${goOn}`);
}

/** Counts the outcomes of the lines. In JSON, prints each of them. */
class Results {
  private sent = 0;
  private readonly groups = new FailureGroups();
  private isRetrying = false;
  private lastDrawn = 0;

  constructor(private readonly output: Format) {}

  readonly onSent = (line: number, receipt: { id: string; received_ts: number }): void => {
    this.sent += 1;
    this.isRetrying = false;
    if (this.output === 'json') printJsonLine({ line, ...receipt });
    this.draw();
  };

  readonly onRefused = (refusal: {
    line: number;
    byte_offset: number;
    error_code: string;
    error: string;
    content: string;
  }): void => {
    this.groups.add([refusal]);
    const { line, error_code, error } = refusal;
    if (this.output === 'json') printJsonLine({ line, error_code, error });
    this.draw();
  };

  readonly onRetry = (error: string): void => {
    if (!this.isRetrying) say(`${error}. Trying again …`, 'yellow');
    this.isRetrying = true;
  };

  end(isComplete: boolean): void {
    endProgress();
    const { total: refused } = this.groups;
    if (this.output === 'table' && (isComplete || this.sent + refused > 0))
      print('table', undefined, () => ({
        rows: [
          ['sent', this.sent],
          ['refused', refused],
        ],
      }));
    sayRefusals(this.groups);
    if (refused > 0) process.exitCode = exitCodes.refusedLines;
  }

  private draw(): void {
    const now = Date.now();
    if (now - this.lastDrawn < 100) return;
    this.lastDrawn = now;
    showProgress(`${this.sent} sent, ${this.groups.total} refused`);
  }
}

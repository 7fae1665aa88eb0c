import { Readable } from 'node:stream';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';

/** Interval of the comments that keep proxies from closing an idle connection. */
const heartbeatMs = 10_000;

const ended = new Set(['SUCCEEDED', 'FAILED', 'CANCELED']);

/** Server-Sent Events of one execution, for one client. The first event is the current state. */
export class ExecutionStream extends Readable {
  private sent = '';
  private sentAt = 0;
  private isWanted = true;

  constructor(
    readonly user_id: string,
    /** The organisation of the execution, not of the user. */
    readonly organisation_id: string,
    readonly execution_id: string,
  ) {
    super();
  }

  /** Sends a changed state, or a comment if nothing was sent for long. A slow client misses states, but not the last one. */
  show(execution: DocumentImportExecution): void {
    if (!this.isWanted) return;
    const event = `event: execution\ndata: ${JSON.stringify(execution)}\n\n`;
    const isSame = event === this.sent;
    if (isSame && performance.now() - this.sentAt < heartbeatMs) return;
    this.isWanted = this.push(isSame ? ': keep-alive\n\n' : event);
    this.sent = event;
    this.sentAt = performance.now();
    if (ended.has(execution.status)) this.end();
  }

  end(): void {
    this.isWanted = false;
    this.push(null);
  }

  override _read(): void {
    this.isWanted = true;
  }
}

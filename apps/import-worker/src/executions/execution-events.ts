import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { DocumentImportExecution } from '@tributary/contracts/document-import';
import { ExecutionsRepository, type ExecutionPath } from './executions.repository.js';

const lookEveryMs = 500;
/** A comment, so that whatever is between us and the client sees the connection live. */
const beatEveryMs = 10_000;

const ended = new Set(['SUCCEEDED', 'FAILED', 'CANCELED']);

/** An execution as Server-Sent Events: its state now, each change, and nothing after its end. */
@Injectable()
export class ExecutionEvents implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(private readonly executions: ExecutionsRepository) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** The first event is `current`. A client that loses the connection connects again and gets the state of then. */
  async *follow(path: ExecutionPath, current: DocumentImportExecution): AsyncGenerator<string> {
    let sent = toEvent(current);
    let sentAt = Date.now();
    yield sent;
    for (let execution = current; !ended.has(execution.status) && (await this.pause()); ) {
      execution = await this.executions.get(path);
      const event = toEvent(execution);
      if (event === sent && Date.now() - sentAt < beatEveryMs) continue;
      yield event === sent ? ': still there\n\n' : event;
      sent = event;
      sentAt = Date.now();
    }
  }

  /** False when the app stops. */
  private pause(): Promise<boolean> {
    const { signal } = this.stopping;
    return sleep(lookEveryMs, true, { signal }).catch(() => false);
  }
}

const toEvent = (execution: DocumentImportExecution) => `event: execution\ndata: ${JSON.stringify(execution)}\n\n`;

import { client } from '@tributary/client/generated/client.gen';
import { actOnDocumentImportExecution, getDocumentImportExecution } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import {
  addSample,
  estimateProgress,
  formatSeconds,
  hasEnded,
  type ProgressSample,
} from '@tributary/client/imports/estimate-progress';
import { followExecution, type ExecutionPath } from '@tributary/client/imports/follow-execution';
import { ask, canAsk } from '../output/ask.js';
import { drawBar } from '../output/draw-bar.js';
import { Interrupted } from '../output/failures.js';
import { endProgress, progressWidth, say, showProgress } from '../output/status-messages.js';
import { nameOfExecution } from './execution-name.js';

/** Shows how far an execution is, until its end. @throws Interrupted if the user leaves it running */
export async function watchExecution(path: ExecutionPath, label = 'import'): Promise<DocumentImportExecution> {
  const first = await readExecution(path);
  if (hasEnded(first)) return first;
  const controller = new AbortController();
  const bar = new ExecutionBar(label);
  const question = new Question(path, bar, controller);
  process.on('SIGINT', question.onInterrupt);
  try {
    bar.show(first);
    await followExecution(client, path, {
      signal: controller.signal,
      onState: (execution) => (bar.show(execution), hasEnded(execution) && controller.abort()),
      onStream: () => undefined,
    });
  } finally {
    process.off('SIGINT', question.onInterrupt);
    endProgress();
  }
  if (question.isLeft) throw new Interrupted();
  return readExecution(path);
}

async function readExecution(path: ExecutionPath): Promise<DocumentImportExecution> {
  const { data } = await getDocumentImportExecution({ path: { ...path } });
  return data.data;
}

class ExecutionBar {
  private samples: readonly ProgressSample[] = [];
  /** While a question is on the screen, nothing is drawn over it. */
  isHidden = false;

  constructor(private readonly label: string) {}

  show(execution: DocumentImportExecution): void {
    this.samples = addSample(this.samples, { atMs: performance.now(), chunks: execution.completed_tasks });
    if (this.isHidden) return;
    const { percent, linesPerSecond, restSeconds } = estimateProgress(execution, this.samples);
    const details = [
      execution.status === 'PENDING' ? 'waiting' : `${execution.completed_tasks} of ${execution.num_tasks} chunks`,
      ...(linesPerSecond === undefined ? [] : [`${Math.round(linesPerSecond)} lines/s`]),
      ...(restSeconds === undefined ? [] : [`${formatSeconds(restSeconds)} left`]),
    ];
    showProgress(drawBar({ label: this.label, fraction: percent / 100, details }, progressWidth() - 1));
  }
}

/** Ctrl-C asks what to do. A second one leaves the execution running, as does the first one without a terminal. */
class Question {
  isLeft = false;
  private isAsking = false;

  constructor(
    private readonly path: ExecutionPath,
    private readonly bar: ExecutionBar,
    private readonly controller: AbortController,
  ) {}

  readonly onInterrupt = (): void => {
    if (this.isAsking || !canAsk()) return this.leave();
    this.isAsking = true;
    void this.decide().finally(() => (this.isAsking = false));
  };

  private async decide(): Promise<void> {
    this.bar.isHidden = true;
    endProgress();
    const answer = await ask('Leave the import running, cancel it, or go on watching? [l/c/w] ').catch(() => 'l');
    this.bar.isHidden = false;
    if (/^c/i.test(answer)) await this.cancel();
    else if (/^l/i.test(answer)) this.leave();
  }

  private async cancel(): Promise<void> {
    try {
      await actOnDocumentImportExecution({ path: { ...this.path }, body: { action: 'CANCEL' } });
      say('Canceling: chunks that are being applied are completed.');
    } catch (error) {
      say(`It was not canceled: ${error instanceof Error ? error.message : String(error)}`, 'red');
    }
  }

  private leave(): void {
    this.isLeft = true;
    this.controller.abort();
    endProgress();
    say(`The import goes on. Watch it again: tributary import watch ${nameOfExecution(this.path)}`);
  }
}

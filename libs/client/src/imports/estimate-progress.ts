import type { DocumentImportExecution } from '../generated/types.gen.js';

/** How far an execution was, by the clock of this browser. */
export interface ProgressSample {
  atMs: number;
  chunks: number;
}

export interface Progress {
  /** 0 to 100. */
  percent: number;
  linesPerSecond?: number;
  restSeconds?: number;
}

export const hasEnded = ({ status }: Pick<DocumentImportExecution, 'status'>): boolean =>
  status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELED';

type Running = Pick<DocumentImportExecution, 'status' | 'num_tasks' | 'completed_tasks' | 'duration' | 'result'> & {
  parameters: Pick<DocumentImportExecution['parameters'], 'number_of_lines'>;
};

/**
 * The pace since the first sample. The clocks of the browser and of the server may differ, so their times are not mixed.
 *
 * @param samples the oldest first
 */
export function estimateProgress(execution: Running, samples: readonly ProgressSample[]): Progress {
  const { num_tasks, completed_tasks, parameters } = execution;
  const percent = num_tasks === 0 ? (execution.status === 'SUCCEEDED' ? 100 : 0) : (completed_tasks / num_tasks) * 100;
  if (hasEnded(execution)) return { percent, ...paceOfEnd(execution) };
  const [first] = samples;
  const last = samples.at(-1);
  const chunks = (last?.chunks ?? 0) - (first?.chunks ?? 0);
  const seconds = ((last?.atMs ?? 0) - (first?.atMs ?? 0)) / 1_000;
  if (num_tasks === 0 || chunks <= 0 || seconds <= 0) return { percent };
  const linesPerSecond = (chunks * parameters.number_of_lines) / num_tasks / seconds;
  return { percent, linesPerSecond, restSeconds: ((num_tasks - completed_tasks) * seconds) / chunks };
}

function paceOfEnd({ duration, result }: Running): Pick<Progress, 'linesPerSecond'> {
  if (!duration || !result) return {};
  return { linesPerSecond: (result.total_success + result.total_failure) / (duration / 1_000) };
}

/** Adds what an event has shown. A chunk count that falls belongs to a RETRY: the pace starts again. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): readonly ProgressSample[] {
  const last = samples.at(-1);
  if (last && sample.chunks < last.chunks) return [sample];
  return last?.chunks === sample.chunks && samples.length > 1 ? samples : [...samples, sample];
}

/** The samples, if they are of this execution: one page can show one after another. */
export const samplesOf = (
  kept: { execution_id: string; samples: readonly ProgressSample[] },
  execution_id: string,
): readonly ProgressSample[] => (kept.execution_id === execution_id ? kept.samples : []);

/** `2 min`, `40 s`. */
export const formatSeconds = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

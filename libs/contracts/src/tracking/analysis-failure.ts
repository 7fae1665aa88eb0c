import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';

/** Why an activity analyzer failed on an activity. */
export const AnalysisFailureClass = z.enum([
  'UNAVAILABLE',
  'TIMEOUT',
  'PLUGIN_ERROR',
  'BUSY',
  'INVALID_ANSWER',
  'NO_WORKER',
  'EXPIRED',
]);
export type AnalysisFailureClass = z.infer<typeof AnalysisFailureClass>;

/** The end of the calls of an analyzer with one activity, if none of them has succeeded. */
export const AnalysisFailure = z.object({
  activity_id: z.string(),
  ts: EpochMs.describe('When the last call failed, or when the analysis ended without one.'),
  class: AnalysisFailureClass.describe(
    '`UNAVAILABLE`: no connection, or it broke. `TIMEOUT`: no whole answer in time. `PLUGIN_ERROR`: a status of 5xx. `BUSY`: ' +
      '429. `INVALID_ANSWER`: another status or body than those of an analyzer. `NO_WORKER`: the version has no worker that ' +
      'may be called. `EXPIRED`: the activity has waited too long, or too many of its organisation wait.',
  ),
  status: z.int().optional().describe('HTTP status of the last answer, if there was one.'),
  attempts: z.int().min(0).describe('Calls that were made.'),
});
export type AnalysisFailure = z.infer<typeof AnalysisFailure>;

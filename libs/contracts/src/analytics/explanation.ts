import { z } from 'zod';
import { Count, EpochMs } from '../values/epoch-ms.js';

/** Activities and people of which no sum is kept are counted up to here. */
export const mostCounted = 100_000;

const explained = (count: string, since: string) =>
  z.object({
    count: Count.nullable().describe(`${count} Null: nothing of the range is known any more.`),
    since_ts: EpochMs.describe(since),
    until_ts: EpochMs.describe('Where the count ends, epoch milliseconds: at the latest now.'),
  });

const sinceHour =
  'Where the count begins, epoch milliseconds: with the hour of the range’s start, or later, if what was before is not known any more.';
const upTo = `At most ${mostCounted.toLocaleString('en')} are counted.`;

/** The activities that were received in the range of a report and are not in it, and the people who are one since. */
export const LeftOut = z.object({
  refused_by_choice: explained(
    'Activities received, and lines imported, that were not stored because of a choice of their person.',
    sinceHour,
  ),
  dropped: explained(
    'Activities received that an activity analyzer has dropped, those that it let expire, and those of bots that their channel leaves out.',
    sinceHour,
  ),
  dropped_on_error: explained('Those of `dropped` that an analyzer has dropped by its failure or too late.', sinceHour),
  suspicious_time: explained(
    `Activities received, and lines imported, whose own time is before the year 2000: they are stored, and in no report. ${upTo}`,
    sinceHour,
  ),
  people_merged: explained(
    `People who were merged into others since the start of the range: an earlier report has counted them. ${upTo}`,
    'The start of the range, epoch milliseconds.',
  ),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** The part of an explanation that the reports know. */
export const ReportScope = z.object({
  watermark: z
    .number()
    .meta({ type: 'integer', format: 'int64', example: 1_795_261_991_709 })
    .describe('Epoch milliseconds. The report includes everything up to this time. 0: nothing yet.'),
  time_zone: z.string().describe('The time zone of its dates: a name of the IANA database.'),
  from_ts: EpochMs.describe('The first instant of the range, epoch milliseconds.'),
  to_ts: EpochMs.describe('The last one.'),
});
export type ReportScope = z.infer<typeof ReportScope>;

/** A report's scope, and the numbers that it leaves out. */
export const ReportExplanation = ReportScope.extend(LeftOut.shape);
export type ReportExplanation = z.infer<typeof ReportExplanation>;

/** The question of a gateway: what was left out of the range, both ends inclusive, epoch milliseconds. */
export const LeftOutQuestion = z.object({ datamart_id: z.string(), from_ts: z.number(), to_ts: z.number() });
export type LeftOutQuestion = z.infer<typeof LeftOutQuestion>;

/** Names the range, `<from>,<to>`, of an answer to which the gateway adds what was left out. It reaches no client. */
export const explainedRangeHeader = 'x-tributary-explained-range';

import { z } from 'zod';
import { EpochMs } from '../../values/epoch-ms.js';
import { listOf } from '../../values/list-of.js';
import { nullAsAbsent } from '../../values/null-as-absent.js';
import { textOrInteger } from '../../values/text-or-integer.js';

const maxInt32 = 2_147_483_647;

/** A channel has its activities analyzed by an analyzer. */
export const AnalyzerSelection = z.object({
  id: z.string(),
  channel_id: z.string(),
  visit_analyzer_model_id: z.string().describe('The `id` of the analyzer.'),
  execution_order: z
    .number()
    .int()
    .describe('Analyzers are called in this order, each with the result of the one before.'),
  creation_ts: EpochMs,
  created_by: z.string().describe('The id of a user.'),
});
export type AnalyzerSelection = z.infer<typeof AnalyzerSelection>;

const Selected = z.object({
  visit_analyzer_model_id: textOrInteger(),
  execution_order: nullAsAbsent(z.int().min(0).max(maxInt32)),
});

/** Body of a POST. Without an order the analyzer is called after all others. */
export const AnalyzerSelectionInput = Selected.extend({
  channel_id: nullAsAbsent(textOrInteger()).describe('The channel of the path.'),
});
export type AnalyzerSelectionInput = z.infer<typeof AnalyzerSelectionInput>;

/** Body of a PUT, which replaces all selections of a channel. An order that is absent is the position in the list. */
export const AnalyzerSelections = z.object({ selections: listOf(Selected) });
export type AnalyzerSelections = z.infer<typeof AnalyzerSelections>;

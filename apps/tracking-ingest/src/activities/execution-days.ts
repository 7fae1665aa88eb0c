/**
 * How long an execution may take, from its upload until its last batch is applied. A dead letter can be replayed for as long.
 */
export const executionDays = 30;

/**
 * How long the batches of an execution are remembered: a day longer, because the clock of the worker that dates it may be
 * ahead. So an unknown batch of a younger execution has not been applied.
 */
export const batchMemoryDays = executionDays + 1;

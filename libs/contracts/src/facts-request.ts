import { z } from 'zod';

/** Reports have lost their facts, or never had any: whoever keeps activities is to tell everything again. */
export const FactsRequested = z.object({ request_id: z.string() });
export type FactsRequested = z.infer<typeof FactsRequested>;

/** What is told again, in this order: whose an activity is must not be waited for longer than needed. */
export const FactsStep = z.enum(['merges', 'memberships', 'activities']);
export type FactsStep = z.infer<typeof FactsStep>;

/** Where telling again goes on. */
export const FactsPageDue = z.object({
  request_id: z.string(),
  /** From 0. */
  page: z.number(),
  step: FactsStep,
  /** Of activities: the day of their partition. */
  day: z.string().optional(),
  /** The key of the last row told; absent at the start of a step or day. */
  after: z.array(z.string()).optional(),
});
export type FactsPageDue = z.infer<typeof FactsPageDue>;

import { z } from 'zod';

const strategies = ['STORE_WITH_ERROR_ID', 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS', 'DROP'] as const;

/** What becomes of an activity on which an analyzer has failed. */
export const ErrorRecoveryStrategy = z.enum(strategies, `must be one of ${strategies.join(', ')}`);
export type ErrorRecoveryStrategy = z.infer<typeof ErrorRecoveryStrategy>;

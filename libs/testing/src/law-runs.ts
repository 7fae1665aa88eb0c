import { testingConfig } from './config.js';

/**
 * How often to try a law whose runs are dear. Each run of the tier core draws other cases, and the tier stress, which tries
 * every `*.property.spec.ts` again, ten times as many of them.
 */
export const lawRuns = (inCore: number): number => (testingConfig().LAWS === 'deep' ? 10 * inCore : inCore);

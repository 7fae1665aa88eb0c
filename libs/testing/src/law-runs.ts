import { testingConfig } from './config.js';

/**
 * How often to try a law whose runs are dear. Each run of the tier core draws other cases; `LAWS=10` before a command tries
 * ten times as many: do so when you change what the law is about.
 */
export const lawRuns = (inCore: number): number => inCore * testingConfig().LAWS;

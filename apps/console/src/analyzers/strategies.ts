import type { ActivityAnalyzer, ActivityAnalyzerFailure } from '@tributary/client/generated/types.gen';

export type Strategy = ActivityAnalyzer['error_recovery_strategy'];

/** The outcome of an activity on which an analyzer has failed. */
export const strategies: Record<Strategy, string> = {
  STORE_WITH_ERROR_ID: 'Store it, name the analyzer, call the others',
  STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS: 'Store it, name the analyzer, skip the others',
  DROP: 'Drop it',
};

type FailureClass = ActivityAnalyzerFailure['class'];

export const failureClasses: Record<FailureClass, string> = {
  UNAVAILABLE: 'No connection to the plugin, or it broke',
  TIMEOUT: 'No whole answer in time',
  PLUGIN_ERROR: 'The plugin answered with a status of 5xx',
  BUSY: 'The plugin answered 429',
  INVALID_ANSWER: 'The answer is not that of an analyzer',
  NO_WORKER: 'The version has no worker that may be called',
  EXPIRED: 'The activity has waited too long, or too many wait',
};

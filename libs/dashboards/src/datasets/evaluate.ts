import type { Dataset } from '../content/dataset.js';
import type { Failure } from '../results/failure.js';
import type { Result } from '../results/result.js';
import type { PageContext } from './page-context.js';
import type { SourceResults } from './source.js';

/** Computes a dataset from the answers to its sources. Never throws. */
export function evaluate(_dataset: Dataset, _context: PageContext, _results: SourceResults): Result | Failure {
  throw new Error('follows');
}

/** Whether the dataset uses a report of 100 rows, beyond which a report shows nothing: say "first 100". */
export function usesTruncatedReport(_dataset: Dataset, _context: PageContext, _results: SourceResults): boolean {
  throw new Error('follows');
}

import type { Dataset } from '../content/dataset.js';
import type { PageContext } from './page-context.js';
import type { Source } from './source.js';

/** The reports and data files that a dataset needs, each once. Datasets that cannot be computed need none. */
export function sourcesOf(_dataset: Dataset, _context: PageContext): Source[] {
  throw new Error('follows');
}

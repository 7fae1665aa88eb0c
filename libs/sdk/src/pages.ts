import type { PageHelper } from './options.js';
import { Pages, type PageOptions } from './pages/pages.js';

export type { PageOptions } from './pages/pages.js';

/** Helpers for web pages, for `createTributary({ pages: pages() })`. Undefined where there is no page: on a server. */
export const pages = (options: PageOptions = {}): PageHelper | undefined =>
  typeof document === 'undefined' ? undefined : new Pages(options);

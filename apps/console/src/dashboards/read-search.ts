import { readPeriodSearch, type PeriodSearch } from '../dates/period-search.js';
import type { Pick as PickedValue } from '@tributary/dashboards/queries/pick-value';
import { readPageSearch } from '../components/paging.js';
import { readPicks } from './filters/picks.js';

interface ListSearch {
  page?: number;
  keywords?: string;
  /** Shows the archived ones instead. */
  archived?: true;
}

export const readListSearch = (search: Record<string, unknown>): ListSearch => ({
  ...readPageSearch(search),
  ...(readText(search['keywords']) && { keywords: readText(search['keywords']) }),
  ...(search['archived'] === true && { archived: true }),
});

export const refreshMinutes = [1, 5, 15] as const;
type RefreshMinutes = (typeof refreshMinutes)[number];

export interface DashboardSearch extends PeriodSearch {
  /** The selected filters: `filter.channels=1&filter.channels=2`, by the codec of the engine. */
  filters?: string;
  refresh?: RefreshMinutes;
  /** Without the frame of the console. */
  full?: true;
  /** Values that were picked in charts: all reports of activities are of them. */
  picked?: PickedValue[];
  /** Id of an earlier content that is shown instead of the current one. */
  version?: string;
}

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  ...readPeriodSearch(search),
  ...(readText(search['filters']) && { filters: readText(search['filters']) }),
  ...readRefresh(search['refresh']),
  ...(readPicks(search['picked']).length > 0 && { picked: readPicks(search['picked']) }),
  ...(search['full'] === true && { full: true }),
  ...(readText(search['version']) && { version: readText(search['version']) }),
});

const readRefresh = (value: unknown): Pick<DashboardSearch, 'refresh'> => {
  const refresh = refreshMinutes.find((minutes) => String(minutes) === String(value));
  return refresh ? { refresh } : {};
};

/** The router reads digits as a number. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import type { SavedReport } from '../../saved-reports/saved-report.js';
import { later, ts } from './example-values.js';

export const aSavedReport: SavedReport = {
  id: '4',
  datamart_id: '1',
  name: 'Revenue per day',
  report: {
    metrics: [{ expression: 'revenue' }],
    dimensions: [{ name: 'date_yyyy_mm_dd' }],
    date_ranges: [{ start_date: 'now-30d/d', end_date: 'now' }],
  },
  display: { view: 'Line', compare: true },
  creation_ts: ts,
  last_modified_ts: later,
};

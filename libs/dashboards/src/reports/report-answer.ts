import { defaultTimeZone } from '@tributary/contracts/rules/report-zone';
import type { ReportView } from './report.js';

/** The answer to one request of a report. */
export interface ReportAnswer {
  view: ReportView;
  /** When it was made, by the clock of the server: that of a client may be wrong. Epoch ms, to the second. */
  now: number;
  /** The zone of its dates. */
  timeZone: string;
  /** Until when everything received is counted, epoch ms. Undefined before anything was. */
  watermark: number | undefined;
}

export function readAnswer(
  view: ReportView,
  { headers }: { headers: { get: (name: string) => string | null } },
): ReportAnswer {
  const date = Date.parse(headers.get('date') ?? '');
  const watermark = Number(headers.get('x-data-watermark') ?? 0);
  return {
    view,
    now: Number.isNaN(date) ? Date.now() : date,
    timeZone: headers.get('x-time-zone') ?? defaultTimeZone,
    watermark: Number.isFinite(watermark) && watermark > 0 ? watermark : undefined,
  };
}

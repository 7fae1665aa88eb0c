import type { Result } from '@tributary/dashboards/results/result';
import { toCsv } from '@tributary/dashboards/values/to-csv';
import { saveFile } from '../components/save-file.js';

/** Saves a result as a file of the browser. @param timeZone of its dates, if its keys are dates */
export function downloadCsv(title: string, result: Result, timeZone: string | undefined): void {
  saveFile(`${fileNameOf(title)}.csv`, toCsv(result, { bom: true, timeZone }), 'text/csv');
}

/** Word characters of any language; every other run becomes a hyphen. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'chart';

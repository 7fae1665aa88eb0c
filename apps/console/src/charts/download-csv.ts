import type { Result } from '@tributary/dashboards/results/result';
import type { NameOf } from '@tributary/dashboards/values/add-names';
import { toCsv } from '@tributary/dashboards/values/to-csv';
import { saveFile } from '../components/save-file.js';

interface FileOptions {
  /** The zone of its dates, if its keys are dates. */
  timeZone: string | undefined;
  /** Ids that it names have the name beside them. */
  nameOf: NameOf;
}

/** Saves a result as a file of the browser. */
export function downloadCsv(title: string, result: Result, options: FileOptions): void {
  saveFile(`${fileNameOf(title)}.csv`, toCsv(result, { bom: true, ...options }), 'text/csv');
}

/** Word characters of any language; every other run becomes a hyphen. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'chart';

import type { Result } from '@tributary/dashboards/results/result';
import { toCsv } from '@tributary/dashboards/values/to-csv';

/** Saves a result as a file of the browser. */
export function downloadCsv(title: string, result: Result): void {
  const url = URL.createObjectURL(new Blob([toCsv(result, { bom: true })], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameOf(title)}.csv`;
  link.click();
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Word characters of any language; every other run becomes a hyphen. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'chart';

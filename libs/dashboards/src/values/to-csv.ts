import type { Result } from '../results/result.js';

/** The result as CSV (RFC 4180, CRLF). `bom` makes spreadsheets read it as UTF-8. */
export function toCsv(_result: Result, _options: { bom?: boolean } = {}): string {
  throw new Error('follows');
}

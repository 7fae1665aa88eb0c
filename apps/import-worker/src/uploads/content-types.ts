import type { MimeType } from '@tributary/contracts/document-import';

export const contentTypes: Record<MimeType, string> = {
  APPLICATION_X_NDJSON: 'application/x-ndjson',
  TEXT_CSV: 'text/csv',
};

/** A form with the file in it. */
export const multipart = 'multipart/form-data';

/** `Text/CSV; charset=utf-8` is `text/csv`. */
export const essenceOf = (contentType = '') => (contentType.split(';')[0] ?? '').trim().toLowerCase();

import type { MimeType } from '@tributary/contracts/imports/document-import';

export const contentTypes: Record<MimeType, string> = {
  APPLICATION_X_NDJSON: 'application/x-ndjson',
  TEXT_CSV: 'text/csv',
};

/** A form that contains the file. */
export const multipart = 'multipart/form-data';

/** The media type without parameters: `Text/CSV; charset=utf-8` becomes `text/csv`. */
export const essenceOf = (contentType = '') => (contentType.split(';')[0] ?? '').trim().toLowerCase();

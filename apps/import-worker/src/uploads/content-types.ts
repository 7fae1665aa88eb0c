/** A form that contains the file. */
export const multipart = 'multipart/form-data';

/** The media type without parameters: `Text/CSV; charset=utf-8` becomes `text/csv`. */
export const essenceOf = (contentType = '') => (contentType.split(';')[0] ?? '').trim().toLowerCase();

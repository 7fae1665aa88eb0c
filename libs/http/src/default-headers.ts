/**
 * Headers of every response: browsers do not guess the content type, and no cache stores personal data or secrets. An
 * app whose responses may be cached (with an ETag) sets its own `Cache-Control`.
 */
export const defaultHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

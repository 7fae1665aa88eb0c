/**
 * Headers of every answer: browsers take it for what it says it is, and nobody keeps what may hold personal data or a
 * secret. An owner whose answers may be kept (with an ETag) sets its own `Cache-Control`.
 */
export const defaultHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

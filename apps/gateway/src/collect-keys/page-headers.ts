import type { FastifyRequest } from 'fastify';

/** The only route that pages of other origins may call. */
export const collectPath = '/v1/datamarts/:datamart_id/user_activities';

/** Whether a browser asks what a page of another origin may send to the route. */
export const isPreflight = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  routeOptions.url === collectPath &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** Headers with which a browser lets a page of this origin read the answer. Without credentials: it has none here. */
export const pageHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-request-id, retry-after',
  vary: 'Origin',
});

/** Headers of the answer to a preflight; the browser remembers it for ten minutes. */
export const preflightHeaders = (origin: string) => ({
  ...pageHeaders(origin),
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, content-encoding, idempotency-key',
  'access-control-max-age': '600',
});

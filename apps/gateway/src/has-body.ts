import type { FastifyRequest } from 'fastify';

/** Whether the head of a request announces a body (RFC 9112 §6.3). */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

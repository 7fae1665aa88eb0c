import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a `Buffer` of the bytes as sent, at most `maxBodyBytes`, of any content type. */
    takesBytes?: true;
  }
  interface FastifyRequest {
    /** For a route with `takesBytes`: the content type as sent. */
    sentContentType?: string | undefined;
  }
}

/** The content type under which the server reads such bodies. */
export const bytesType = 'application/octet-stream';

/** Fastify chooses the parser of a body by its content type alone: here each one must lead to the same parser. */
export function hideContentType(request: FastifyRequest): void {
  if (!request.routeOptions.config.takesBytes) return;
  request.sentContentType = request.raw.headers['content-type'];
  request.raw.headers['content-type'] = bytesType;
}

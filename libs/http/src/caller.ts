import type { Caller } from '@tributary/contracts/access';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; set before any handler of /v1 runs. */
    caller?: Caller;
    /** The JSON body as sent. */
    bodyText?: string;
  }
}

import type { Caller } from '@tributary/contracts/access';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; set before any handler of /v1 runs. */
    caller?: Caller;
    /**
     * Checks the bytes of the body before they are parsed, and refuses by throwing or rejecting; the parser takes it away
     * once it was called. Whoever sets it must see to requests that end without a body.
     */
    checkBody?: ((body: Buffer) => Promise<void> | undefined) | undefined;
    /** The JSON body as sent. */
    bodyText?: string;
  }
}

import type { Caller } from '@tributary/contracts/admin/access';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; set before any handler of /v1 runs. */
    caller?: Caller;
    /**
     * Checks the bytes of the body before they are parsed; throws or rejects to refuse them. The parser removes the check
     * when it calls it. A request without a body never calls it, so the code that sets it must handle that case.
     */
    checkBody?: ((body: Buffer) => Promise<void> | undefined) | undefined;
    /** The JSON body exactly as the client sent it. */
    bodyText?: string;
    /** The body that is no JSON, or JSON that is refused as such. */
    unreadBody?: Buffer;
  }
}

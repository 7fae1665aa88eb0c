import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; set before any handler of /v1 runs. */
    caller?: Caller;
    /** The JSON body as sent. */
    bodyText?: string;
  }
}

/** The verified caller of the request. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('no authenticator ran before this handler');
  return caller;
});

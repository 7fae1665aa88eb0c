import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { FastifyRequest } from 'fastify';
import './caller.js';

/** Injects the authenticated caller into a controller method. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('a route outside /v1 has no caller');
  return caller;
});

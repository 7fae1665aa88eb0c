import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './send-error.js';

/** Sends any error that a controller throws as the error envelope. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

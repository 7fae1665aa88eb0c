import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ErrorBody } from '@tributary/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headOf, Refusals } from './refusals.js';

const collectPath = '/v1/datamarts/:datamart_id/user_activities';
const shownCodes = new Set(['BAD_REQUEST_DATA', 'BAD_REQUEST_FORMAT']);

/** Records the requests that the gateway refuses because of their body, of callers that may send it. */
@Injectable()
export class RefusedBodies implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly refusals: Refusals,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode === 400 && typeof payload === 'string') this.record(request, payload);
      done(null, payload);
    });
  }

  private record(request: FastifyRequest, payload: string): void {
    const { caller, method, routeOptions, body, bodyText, unreadBody, id } = request;
    // Without a caller the request was not authorized, or its signature is not verified.
    if (!caller || method !== 'POST' || routeOptions.url !== collectPath) return;
    const { error_code, error } = JSON.parse(payload) as ErrorBody;
    if (!shownCodes.has(error_code) || isOfLine(body, error)) return;
    const { datamart_id } = request.params as { datamart_id: string };
    const sent = Buffer.isBuffer(body) ? body : (bodyText ?? unreadBody ?? '');
    this.refusals.add(datamart_id, { received_ts: Date.now(), error_code, error, error_id: id, head: headOf(sent) });
  }
}

/** Every line was refused: the collector has recorded each. */
const isOfLine = (body: unknown, error: string) => Buffer.isBuffer(body) && error.startsWith('line 1: ');

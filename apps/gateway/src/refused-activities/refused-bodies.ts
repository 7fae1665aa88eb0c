import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { credentialIdOf } from '@tributary/contracts/admin/access';
import type { ErrorBody } from '@tributary/contracts/errors';
import { linesOf } from '@tributary/http/ndjson-body';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import '../access/request.guard.js';
import '../collect-keys/collect-key.js';
import { collectPath } from '../collect-keys/page-headers.js';
import { leavesOutPipeline } from '../processing-pipeline.js';
import { RefusalRecorder } from './refusal-recorder.js';

const shownCodes = ['BAD_REQUEST_DATA', 'BAD_REQUEST_FORMAT'] as const;

/** Records the requests that the gateway refuses because of their body, of callers that may send it. */
@Injectable()
export class RefusedBodies implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly recorder: RefusalRecorder,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode === 400 && typeof payload === 'string') this.record(request, payload);
      done(null, payload);
    });
  }

  private record(request: FastifyRequest, payload: string): void {
    const { caller, method, routeOptions, body, bodyText, unreadBody, id, collectKey, signature } = request;
    // Without a caller the request was not authorized, or its signature is not verified.
    if (!caller || method !== 'POST' || routeOptions.url !== collectPath) return;
    const answer = JSON.parse(payload) as ErrorBody;
    const error_code = shownCodes.find((code) => code === answer.error_code);
    const { error } = answer;
    if (!error_code || isOfLine(body, error)) return;
    const { datamart_id } = request.params as { datamart_id: string };
    const refused = { datamart_id, received_ts: Date.now(), request_id: id, collectKey, signature };
    const source = { ...refused, token_id: credentialIdOf(caller), isAnalyzed: !leavesOutPipeline(request.query) };
    const sent = Buffer.isBuffer(body) ? body : (bodyText ?? unreadBody ?? '');
    this.recorder.show(source, { error_code, error, sent });
    const lines = Buffer.isBuffer(body) ? linesOf(body) : [sent];
    this.recorder.keep(
      source,
      lines.map((line) => ({ error_code, error, sent: line })),
    );
  }
}

/** Every line was refused: the collector has recorded each. */
const isOfLine = (body: unknown, error: string) => Buffer.isBuffer(body) && error.startsWith('line 1: ');

import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { explainedRangeHeader } from '@tributary/contracts/analytics/explanation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TraceSource } from '../traces/trace-source.js';
import { addMembers } from './add-members.js';

/** Adds what a report leaves out to its answer: analytics, which makes it, does not know that. */
@Injectable()
export class ExplainedReports implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly source: TraceSource,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onSend', (request, reply, payload, done) => {
      const range = reply.getHeader(explainedRangeHeader);
      if (typeof range !== 'string') return done(null, payload);
      this.explain(request, reply, { range, payload }).then((explained) => done(null, explained), done);
    });
  }

  private async explain(
    request: FastifyRequest,
    reply: FastifyReply,
    { range, payload }: { range: string; payload: unknown },
  ): Promise<Readable> {
    void reply.removeHeader(explainedRangeHeader).removeHeader('content-length');
    const { datamart_id } = request.params as { datamart_id: string };
    const [from_ts = 0, to_ts = 0] = range.split(',').map(Number);
    const leftOut = await this.source.leftOut({ datamart_id, from_ts, to_ts });
    const body = payload instanceof Readable ? payload : Readable.from([Buffer.from(payload as string)]);
    return Readable.from(addMembers(body, leftOut));
  }
}

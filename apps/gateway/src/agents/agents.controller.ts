import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { unavailable } from '@tributary/contracts/errors';
import { BooleanText } from '@tributary/contracts/list-query';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import '@tributary/http/bytes-body';
import { onAnswerEnd } from '@tributary/http/limits/answer-end';
import { parseOrThrow } from '@tributary/http/parse';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tokenOf } from '../access/request.guard.js';
import { AgentSlots } from './agent-slots.js';
import { ownFetch } from './own-fetch.js';
import { readMessage, RefusedMessage } from './read-message.js';

const AgentQuery = z.object({
  datamart_id: IntegerId.optional(),
  write: BooleanText.default(false),
  addresses: BooleanText.default(false),
});

/** A tool that has called the API for this long gets no answer any more, milliseconds. */
const callLimitMs = 60_000;

/** The Model Context Protocol over HTTP, without sessions. The tools call the API of this gateway with the caller's token. */
@Controller('mcp')
export class AgentsController {
  constructor(
    private readonly slots: AgentSlots,
    private readonly host: HttpAdapterHost,
  ) {}

  @Post()
  @RouteConfig({ takesBytes: true } satisfies FastifyContextConfig)
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const query = parseOrThrow(AgentQuery, request.query);
    const gone = new AbortController();
    onAnswerEnd(reply, () => gone.abort());
    const slot = await this.slots.take(request.caller, query.datamart_id, gone.signal);
    if (slot === 'ABORTED') return reply;
    if (slot === 'FULL') throw unavailable('too many agents are at work: try again');
    onAnswerEnd(reply, slot.release);
    return this.answer(request, reply, { ...query, gone: gone.signal });
  }

  /** There is no stream of the server and no session to end. */
  @Get()
  get(@Res() reply: FastifyReply): FastifyReply {
    return refuseMethod(reply);
  }

  @Delete()
  delete(@Res() reply: FastifyReply): FastifyReply {
    return refuseMethod(reply);
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { gone, ...query }: z.infer<typeof AgentQuery> & { gone: AbortSignal },
  ): Promise<FastifyReply> {
    const bytes = request.body as Buffer | undefined;
    const sent = toRequest(request, bytes, gone);
    try {
      const message = bytes && isJson(request.sentContentType) ? readMessage(bytes) : undefined;
      const { serveAgent } = await import('./serve-agent.js');
      const { response, close } = await serveAgent(sent, message, {
        token: tokenOf(request.headers.authorization),
        datamart_id: query.datamart_id,
        mayWrite: query.write,
        showsAddresses: query.addresses,
        fetch: this.fetchFor(request, gone),
      });
      onAnswerEnd(reply, () => void close());
      return send(reply, response);
    } catch (error) {
      if (error instanceof RefusedMessage) return reply.code(400).type('application/json').send(JSON.stringify(error));
      throw error;
    }
  }

  private fetchFor({ socket, headers }: FastifyRequest, gone: AbortSignal): typeof fetch {
    // Repeated headers are joined.
    const origin = { address: socket.remoteAddress, forwarded: headers['x-forwarded-for'] as string | undefined };
    const server = this.host.httpAdapter.getHttpServer() as Server;
    return ownFetch(server, origin, AbortSignal.any([gone, AbortSignal.timeout(callLimitMs)]));
  }
}

const isJson = (type: string | undefined): boolean => /^application\/json *(;|$)/i.test(type ?? '');

/** As the SDK takes it. The token stays out of it. */
function toRequest(
  { headers, sentContentType }: FastifyRequest,
  bytes: Buffer | undefined,
  signal: AbortSignal,
): Request {
  const { authorization: _token, cookie: _cookie, 'content-type': _type, ...others } = headers;
  const kept = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
  if (sentContentType !== undefined) kept.push(['content-type', sentContentType]);
  const body = bytes && bytes.length > 0 ? new Uint8Array(bytes) : null;
  return new Request('http://gateway/mcp', { method: 'POST', headers: kept, body, signal });
}

async function send(reply: FastifyReply, { status, headers, body }: Response): Promise<FastifyReply> {
  void reply.code(status);
  for (const [name, value] of headers) if (name !== 'connection') void reply.header(name, value);
  if (body === null) return reply.send();
  const bytes = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  return reply.send(bytes);
}

const methodNotAllowed = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Method not allowed.' } };

const refuseMethod = (reply: FastifyReply): FastifyReply =>
  reply.code(405).header('allow', 'POST').type('application/json').send(JSON.stringify(methodNotAllowed));

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '../../src/routes.js';
import { bootGateway, tokens, type BootedGateway, type GatewayOptions } from '../booted-gateway.js';

interface RpcAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The message of the answer, from JSON or from the event of a stream. */
  message: {
    id?: unknown;
    result?: { tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean };
    error?: { code: number; message: string };
    error_code?: string;
  };
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A gateway whose `connected_user` a spec answers; all other owners answer their caller. */
export function bootForAgents(user: Handler, options: GatewayOptions = {}): Promise<BootedGateway> {
  const extend = (server: FastifyInstance) => {
    for (const { method, path, owner } of routes)
      if (owner !== 'gateway')
        server.route({
          method,
          url: path,
          handler: path === '/v1/connected_user' ? user : ({ caller }) => ({ status: 'ok', data: caller }),
        });
  };
  return bootGateway({ ...options, extend });
}

export const aUser = {
  status: 'ok',
  data: {
    id: '1',
    roles: [{ organisation_id: '1', role: 'EDITOR' }],
    datamarts: [{ id: '1', name: 'One', organisation_id: '1' }],
  },
};

const rpcHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Sends a message, or bytes that are none. */
export async function send(
  url: string,
  body: unknown,
  { target = '/mcp', token = tokens.EDITOR, ...init }: RequestInit & { target?: string; token?: string } = {},
): Promise<RpcAnswer> {
  const headers = { ...rpcHeaders, authorization: token, ...(init.headers as Record<string, string>) };
  const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url + target, { method: 'POST', body: sent as string, ...init, headers });
  const text = await response.text();
  const [, data] = /^data: (.*)$/m.exec(text) ?? [];
  const message = (text === '' ? {} : parsed(data ?? text)) as RpcAnswer['message'];
  return { status: response.status, headers: response.headers, text, message };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export const call = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
export const callTool = (name: string, args: object = {}) => call('tools/call', { name, arguments: args });
export const initialize = call('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'spec', version: '1' },
});

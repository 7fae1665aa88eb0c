import type { AuditAction } from '@tributary/contracts/audit/audit-event';
import { auditRuleOf, type AuditRule } from '@tributary/contracts/audit/audit-rules';
import { recorderOf, withAuditedRequest, type AuditedRequest } from '@tributary/database/audit/audited-request';
import '@tributary/http/caller';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { readPurpose } from './read-purpose.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for an audited request: it leaves an event if it succeeds. */
    audited?: AuditedRequest;
  }
}

/** Makes every request to an operation with a rule an audited one. Call it before routes are registered. */
export function followAudits(server: FastifyInstance): void {
  server.decorateRequest('audited');
  server.addHook('onRoute', (route) => {
    const rule = auditRuleOf([route.method].flat()[0] ?? '', route.url);
    if (rule) follow(route, rule);
  });
}

function follow(route: RouteOptions, rule: AuditRule): void {
  route.preHandler = [...hooksOf(route.preHandler), begin(rule)];
  if (rule.recorded === 'read') route.onResponse = [...hooksOf(route.onResponse), recordRead];
  if (rule.recorded === 'stream') route.onSend = [...hooksOf(route.onSend), recordStream];
}

const hooksOf = <Hook>(given: Hook | Hook[] | undefined): Hook[] =>
  given === undefined ? [] : ([given].flat() as Hook[]);

const begin = (rule: AuditRule) => (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
  const { caller, id: request_id, params } = request;
  // A worker of a plugin is no user, and changes nothing.
  if (!caller || caller.worker_of !== undefined || request.method === 'HEAD') return done();
  const action = rule.action ?? actionOf(request.body);
  try {
    request.audited = {
      rule,
      action,
      caller,
      request_id,
      params: params as Record<string, string>,
      ...readPurpose(rule, request.headers),
      isRecorded: false,
    };
  } catch (refusal) {
    return done(refusal as Error);
  }
  withAuditedRequest(request.audited, done);
};

const actionOf = (body: unknown): AuditAction =>
  (body as { action?: unknown } | null)?.action === 'RETRY' ? 'RETRY' : 'UPDATE';

function recordRead(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { audited } = request;
  if (audited && isRead(audited, reply)) recorderOf(audited.dataSource)?.read(audited);
  done();
}

async function recordStream({ audited }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (audited && isRead(audited, reply)) await recorderOf(audited.dataSource)?.readNow(audited);
  return payload;
}

const isRead = ({ rule, user_point_id }: AuditedRequest, { statusCode }: FastifyReply) =>
  statusCode < 400 && (!rule.ofPerson || user_point_id !== undefined);

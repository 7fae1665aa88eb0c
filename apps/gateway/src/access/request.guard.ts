import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { collectKeyPrefix } from '@tributary/contracts/admin/token-value';
import { ApiError, forbidden, notFound } from '@tributary/contracts/errors';
import '@tributary/http/caller';
import { signatureHeaders, type Signature, type SignatureHeaders } from '@tributary/security/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { SessionCookie } from '../sign-in/session-cookie.js';
import { leavesOutPipeline } from '../processing-pipeline.js';
import { hasBody } from '@tributary/http/body/content-coding';
import type { Route } from '@tributary/contracts/endpoints/route';
import { agentRoute, findRoute } from '../routes.js';
import type { AccessRequest } from './access-request.js';
import { clientAddress } from '../client-address/client-address.js';
import { AccessPolicy } from './access.policy.js';
import { CollectKeyGuard } from './collect-key.guard.js';
import { workerError } from './authenticator.js';
import { namedIds } from './named-ids.js';
import { isSigned, namesSignedPerson, macError, readSignature, type PersonParams } from './signed-request.js';
import { isBasic, readBasic } from './worker-credential.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified signature of a signed request. */
    signature?: Signature;
  }
}

/** Reads the credential of a request and lets the policy authorize it, before the body is read. */
@Injectable()
export class RequestGuard {
  private readonly names: SignatureHeaders;

  constructor(
    private readonly policy: AccessPolicy,
    private readonly collectKeys: CollectKeyGuard,
    private readonly sessions: SessionCookie,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {
    this.names = signatureHeaders(settings.SIGNATURE_HEADER_PREFIX);
  }

  /**
   * Sets the caller. For a signed request with a body, `checkBody` does it later. Throws the error that the client
   * gets.
   */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { url = '' } = request.routeOptions;
    // Internal routes are for services only. The embedded product serves them from the same port.
    if (url.startsWith('/internal/')) throw notFound();
    if (url === agentRoute.path) return this.checkAgent(request);
    if (!url.startsWith('/v1/')) return undefined;
    const route = findRoute(request.method, url);
    if (!route) return void this.collectKeys.checkPreflight(request);
    const { headers, params, query } = request;
    const { authorization } = headers;
    if (!authorization && !isSigned(headers, this.settings.SIGNATURE_HEADER_PREFIX))
      return this.checkPage(request, reply, route);
    const token = tokenOf(authorization);
    if (token.startsWith(collectKeyPrefix)) return this.collectKeys.check(request, reply, { route, value: token });
    const access = { route, named: [namedIds(params), namedIds(query)] };
    if (!authorization) return this.checkSigned(request, access);
    if (isBasic(authorization)) return this.checkWorker(request, access, authorization);
    return this.setCaller(request, { ...access, credential: { token } });
  }

  /** A request without headers for a credential: it may have a collect key in its query, or the cookie of a session. */
  private checkPage(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<void> | undefined {
    const { collect_key: value } = request.query as Record<string, unknown>;
    if (value) return this.collectKeys.check(request, reply, { route, value: typeof value === 'string' ? value : '' });
    const session = this.sessions.read(request.headers);
    if (session) return this.checkSession(request, route, session);
    this.collectKeys.openAnswer(request, reply, route);
    throw noToken();
  }

  /**
   * A browser adds the cookie also to requests of other sites, so a write must come from a page of the gateway itself. The
   * check of an open event stream, which has its caller already, is no use of the session.
   */
  private checkSession(request: FastifyRequest, route: Route, sha256: string): Promise<void> | undefined {
    const { params, query, method, headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !this.sessions.isOwnOrigin(headers)) throw forbiddenOrigin();
    const session = { sha256, isUse: request.caller === undefined };
    return this.setCaller(request, { route, named: [namedIds(params), namedIds(query)], credential: { session } });
  }

  /**
   * An agent shows an API token, and nothing else. A page of another site cannot use one that it has found in a browser, nor a
   * name that it lets point here.
   */
  private checkAgent(request: FastifyRequest): Promise<void> | undefined {
    const { headers, query } = request;
    const { origin, authorization } = headers;
    if (origin !== undefined && !this.sessions.isOwnOrigin(headers))
      throw new ApiError('AUTHORIZATION_ERROR', 'of pages only those of PUBLIC_URL may send this request');
    if (!authorization) throw noToken();
    if (isBasic(authorization)) throw workerError();
    const token = tokenOf(authorization);
    return this.setCaller(request, { route: agentRoute, named: [namedIds(query)], credential: { token } });
  }

  private checkWorker(
    request: FastifyRequest,
    access: Omit<AccessRequest, 'credential'>,
    authorization: string,
  ): Promise<void> | undefined {
    const shown = readBasic(authorization);
    const { worker: reads } = access.route;
    if (!shown || !reads) throw workerError();
    const { uri } = request.query as Record<string, unknown>;
    // The owner refuses a query without one file. The caller then has no role.
    const worker = reads === 'data_file' && typeof uri === 'string' ? { ...shown, data_file: uri } : shown;
    return this.setCaller(request, { ...access, credential: { worker } });
  }

  /**
   * Refuses a route that takes no signatures before the signature is verified: the answer reveals nothing, and no body
   * is read.
   */
  private checkSigned(request: FastifyRequest, access: Omit<AccessRequest, 'credential'>): Promise<void> | undefined {
    if (!mayBeSigned(access.route, request)) throw forbidden();
    const { headers } = request;
    const window = { windowMs: this.settings.SIGNATURE_WINDOW_MS, now: Date.now() };
    const signature = readSignature(headers, this.names, window);
    const signed = { ...signature, uri: request.raw.url ?? '' };
    const verify = (body?: Buffer) => {
      request.signature = signature;
      return this.setCaller(request, { ...access, credential: { signed: { ...signed, body } } });
    };
    if (access.route.method === 'GET') {
      if (hasBody(request)) throw macError('a signed GET has no body');
      return verify();
    }
    request.checkBody = verify;
    return this.policy.requireKey({ ...access, credential: { signed } }, signature.key_id) ?? undefined;
  }

  private setCaller(request: FastifyRequest, access: AccessRequest): Promise<void> | undefined {
    const authorized = this.policy.authorize(access);
    if (authorized instanceof Promise) return authorized.then((caller) => this.accept(request, caller));
    return this.accept(request, authorized);
  }

  private accept(request: FastifyRequest, caller: Caller): undefined {
    request.caller = { ...caller, address: clientAddress(request, this.settings.TRUSTED_PROXIES) };
  }
}

/** The API token of a request, with or without a scheme. */
export const tokenOf = (authorization: string | undefined): string => authorization?.replace(/^Bearer +/i, '') ?? '';

const noToken = () => new ApiError('AUTHENTICATION_ERROR', 'send an API token in the Authorization header');

const forbiddenOrigin = () =>
  new ApiError('AUTHORIZATION_ERROR', 'a write with a session needs the Origin header of a page of PUBLIC_URL');

const mayBeSigned = ({ method, signed }: Route, { params, query }: FastifyRequest): boolean =>
  signed === true && namesSignedPerson(params as PersonParams) && (method === 'GET' || !leavesOutPipeline(query));

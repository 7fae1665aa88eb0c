import { Inject, Injectable } from '@nestjs/common';
import { ApiError, forbidden, notFound } from '@tributary/contracts/errors';
import '@tributary/http/caller';
import type { FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { findRoute, type Route } from '../routes.js';
import { AccessPolicy, type Visit } from './access.policy.js';
import { namedIds } from './named-ids.js';
import {
  isSigned,
  isSignedSelector,
  macError,
  readSignature,
  signatureHeaders,
  type Signature,
  type SignatureHeaders,
} from './signed-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a signed request, verified. */
    signature?: Signature;
  }
}

/** Reads who a request comes from and has the policy decide, before anything else of it is looked at. */
@Injectable()
export class RequestGuard {
  private readonly names: SignatureHeaders;

  constructor(
    private readonly policy: AccessPolicy,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {
    this.names = signatureHeaders(settings.SIGNATURE_HEADER_PREFIX);
  }

  /** Sets the caller, or leaves it to `checkBody` of a signed request with a body. Throws the error to answer with. */
  check(request: FastifyRequest): Promise<void> | undefined {
    const { url = '' } = request.routeOptions;
    // For services alone; in the embedded product they share this server.
    if (url.startsWith('/internal/')) throw notFound();
    if (!url.startsWith('/v1/')) return undefined;
    const route = findRoute(request.method, url);
    if (!route) throw notFound();
    const { headers, params, query } = request;
    const visit = { route, named: [namedIds(params), namedIds(query)] };
    if (headers.authorization) {
      const token = headers.authorization.replace(/^Bearer +/i, '');
      return this.enter(request, { ...visit, credential: { token } });
    }
    if (isSigned(headers, this.settings.SIGNATURE_HEADER_PREFIX)) return this.checkSigned(request, visit);
    throw new ApiError('AUTHENTICATION_ERROR', 'send an API token in the Authorization header');
  }

  /** Whether a route takes signatures is said before one is verified: it is the same for everybody, and spares the body. */
  private checkSigned(request: FastifyRequest, visit: Omit<Visit, 'credential'>): Promise<void> | undefined {
    if (!mayBeSigned(visit.route, request.params)) throw forbidden();
    const { headers } = request;
    const window = { windowMs: this.settings.SIGNATURE_WINDOW_MS, now: Date.now() };
    const signature = readSignature(headers, this.names, window);
    const enter = (body?: Buffer) => {
      const credential = { signed: { ...signature, uri: request.raw.url ?? '', body } };
      request.signature = signature;
      return this.enter(request, { ...visit, credential });
    };
    if (visit.route.method === 'GET') {
      if (hasBody(request)) throw macError('a signed GET has no body');
      return enter();
    }
    request.checkBody = enter;
    return undefined;
  }

  private enter(request: FastifyRequest, visit: Visit): Promise<void> | undefined {
    const admitted = this.policy.admit(visit);
    if (admitted instanceof Promise) return admitted.then((caller) => void (request.caller = caller));
    request.caller = admitted;
    return undefined;
  }
}

function mayBeSigned({ signed }: Route, params: unknown): boolean {
  const { user_point } = params as { user_point?: string };
  return signed === true && (user_point === undefined || isSignedSelector(user_point));
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

import { z } from 'zod';
import { type GatewayKeys, type GatewayTrust, type SignedRequest, signHeader, verifyHeader } from './signed-header.js';

/** Names the calling service on the routes of /internal, where a request has no caller. */
export const serviceHeader = 'x-tributary-service';

const Service = z.object({ service: z.string().min(1) });

/** Signs that a gateway itself sends the request to the service `audience`. */
export const signService = (request: SignedRequest & { audience: string }, keys: GatewayKeys, now?: number): string =>
  signHeader({ service: 'gateway' }, request, keys, now);

/** Returns the name of the calling service. @throws AUTHENTICATION_ERROR unless signed for this request within the last minute */
export const verifyService = (header: unknown, request: SignedRequest, trust: GatewayTrust, now?: number): string =>
  verifyHeader(header, Service, request, trust, now).service;

import { Caller } from '@tributary/contracts/admin/access';
import { type GatewayKeys, type GatewayTrust, type SignedRequest, signHeader, verifyHeader } from './signed-header.js';

/** Carries the verified caller from the gateway to the service that owns the route. */
export const callerHeader = 'x-tributary-caller';

/** Signs the caller for one request to the service `audience`. */
export const signCaller = (
  caller: Caller,
  request: SignedRequest & { audience: string },
  keys: GatewayKeys,
  now?: number,
): string => signHeader(caller, request, keys, now);

/** @throws AUTHENTICATION_ERROR unless a gateway signed the header for this request within the last minute */
export const verifyCaller = (header: unknown, request: SignedRequest, trust: GatewayTrust, now?: number): Caller =>
  verifyHeader(header, Caller, request, trust, now);

import { Caller } from '@tributary/contracts/admin/access';
import { signHeader, verifyHeader } from './signed-header.js';

/** Carries the verified caller from the gateway to the service that owns the route. */
export const callerHeader = 'x-tributary-caller';

/** Signs the caller with INTERNAL_KEY, which the gateway and the services share. */
export const signCaller = (caller: Caller, internalKey: string, now?: number): string =>
  signHeader(caller, internalKey, now);

/** @throws AUTHENTICATION_ERROR unless the gateway signed the header within the last minute */
export const verifyCaller = (header: unknown, internalKey: string, now?: number): Caller =>
  verifyHeader(header, Caller, internalKey, now);

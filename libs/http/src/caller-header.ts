import { Caller } from '@tributary/contracts/access';
import { signHeader, verifyHeader } from './signed-header.js';

/** Carries the verified caller from the gateway to the service that owns the route. */
export const callerHeader = 'x-tributary-caller';

/** Signed with the key that gateway and services share. */
export const signCaller = ({ user_id, roles }: Caller, internalKey: string, now?: number): string =>
  signHeader({ user_id, roles }, internalKey, now);

/** Throws AUTHENTICATION_ERROR for anything the gateway did not sign a moment ago. */
export const verifyCaller = (header: unknown, internalKey: string, now?: number): Caller =>
  verifyHeader(header, Caller, internalKey, now);

import { z } from 'zod';
import { hourMs, minuteMs } from '../rules/time-units.js';
import { Role } from './access.js';
import { EpochMs } from '../values/epoch-ms.js';

/** A session ends this long after its last use, and this long after the sign-in in any case. */
export const sessionIdleMs = 12 * hourMs;
export const sessionMaxMs = 7 * 24 * hourMs;
/** The end of a session moves in steps of this size: each is a message to all gateways. */
export const sessionStepMs = 5 * minuteMs;

/** The person that the provider has authenticated: the subject of an issuer, for all time. */
export const Identity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  /** Whether the e-mail counts as that of the person. */
  is_email_verified: z.boolean(),
});
export type Identity = z.infer<typeof Identity>;

/** The request of the browser, for records. */
const Origin = { request_id: z.string(), address: z.string().optional() };

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Body of POST /internal/sessions: how a gateway begins, prolongs and ends sessions. The value of a cookie never leaves it. */
export const SessionRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('SIGN_IN'),
    ...Origin,
    identity: Identity,
    session_sha256: Sha256,
    /** Set if a person without a user becomes one: the provider vouches for the e-mail, whose domain is that of the operator. */
    new_user: z.object({ organisation_id: z.string(), role: Role }).optional(),
    /** The session that the browser has had. It ends. */
    replaced_sha256: Sha256.optional(),
  }),
  z.object({ action: z.literal('PROLONG'), session_sha256: Sha256 }),
  z.object({
    action: z.literal('OPEN_INVITATION'),
    ...Origin,
    invitation_sha256: Sha256,
    /** Whether to make a token, which uses the invitation. Else the person signs in with the provider, which uses it. */
    makes_token: z.boolean(),
  }),
  z.object({ action: z.literal('SIGN_OUT'), ...Origin, session_sha256: Sha256 }),
]);
export type SessionRequest = z.infer<typeof SessionRequest>;
export type SignIn = Extract<SessionRequest, { action: 'SIGN_IN' }>;
export type OpenInvitation = Extract<SessionRequest, { action: 'OPEN_INVITATION' }>;

/**
 * `UNKNOWN`: no user has the e-mail; `UNVERIFIED`: the provider does not vouch for it; `TAKEN`: the user with the e-mail
 * is bound to another subject of this issuer.
 */
export const SignInOutcome = z.enum(['SIGNED_IN', 'UNKNOWN', 'UNVERIFIED', 'TAKEN']);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** The answer to an invitation: the token, or, where people sign in with a provider, no more than whom the link is for. */
export const InvitationAnswer = z.object({
  email: z.string(),
  api_token: z.object({ id: z.string(), name: z.string(), value: z.string(), expiration_date: EpochMs }).optional(),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** `outcome` is that of a sign-in. `invitation` is absent for one that does not exist, or no longer. */
export const SessionAnswer = z.object({ outcome: SignInOutcome.optional(), invitation: InvitationAnswer.optional() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

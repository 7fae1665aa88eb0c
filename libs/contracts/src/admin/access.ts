import { z } from 'zod';
import { EnforcedProcessing } from './processing.js';

/** The roles of a user in an organisation, the weakest first. Each includes the permissions of those before it. */
export const roles = ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const covers = (held: Role, needed: Role) => roles.indexOf(held) >= roles.indexOf(needed);

export const UserRole = z.object({ organisation_id: z.string(), role: Role });
export type UserRole = z.infer<typeof UserRole>;

/** The caller of a request, verified by the gateway. */
export const Caller = z.object({
  user_id: z.string(),
  roles: z.array(UserRole),
  /** The token of the request. Absent if the request is signed: a signed request creates no tokens or keys. */
  token_id: z.string().optional(),
});
export type Caller = z.infer<typeof Caller>;

/**
 * Every change of a credential has a higher version than the changes before it, and its own key in the topic. So Kafka never
 * deletes the newest version for the sake of an older one that a paused process publishes late, and a gateway can ignore
 * the older one.
 */
const versioned = { id: z.string(), version: z.number().int().positive() };

/** What a gateway needs to authenticate without a call to admin. */
export const Credential = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api_token'),
    ...versioned,
    /** SHA-256 of the token's value, hexadecimal. The value itself is never stored. */
    token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    user_id: z.string(),
    expiration_date: z.number(),
  }),
  z.object({
    kind: z.literal('message_authentication_key'),
    ...versioned,
    key_id: z.string(),
    /** Sealed with SECRETS_KEY, in the context of `signingSecretContext`. */
    sealed_secret: z.string(),
    user_id: z.string(),
    expiration_date: z.number(),
  }),
  z.object({ kind: z.literal('user'), ...versioned, roles: z.array(UserRole) }),
]);
export type Credential = z.infer<typeof Credential>;
export type CredentialKind = Credential['kind'];

/** The end of a credential, kept in the topic as long as an earlier version could still be valid. */
const Revocation = z.object({
  kind: z.literal('revocation'),
  credential: z.enum(['api_token', 'message_authentication_key', 'user']),
  ...versioned,
  /** When the token or key would have expired; absent for a user. */
  expiration_date: z.number().optional(),
  /** Of a signing key. No other key may get it, even if the database loses the key and its revocation. */
  key_id: z.string().optional(),
});
export type Revocation = z.infer<typeof Revocation>;

/** One version of a token, signing key or user. */
export const CredentialChanged = z.discriminatedUnion('kind', [...Credential.options, Revocation]);
export type CredentialChanged = z.infer<typeof CredentialChanged>;

/** The same for all versions of a credential. */
export const credentialName = (changed: CredentialChanged) =>
  `${changed.kind === 'revocation' ? changed.credential : changed.kind}/${changed.id}`;

/** The context in which the secret of a signing key is sealed: the same one is needed to open it. */
export const signingSecretContext = (key_id: string) => `message_authentication_key/${key_id}`;

/**
 * Which organisation owns a datamart, which community an organisation belongs to, and which processings decide about the
 * activities of a channel. A channel that never had a selection is left out.
 */
export const DirectoryChanged = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organisation'), id: z.string(), community_id: z.string() }),
  z.object({ kind: z.literal('datamart'), id: z.string(), organisation_id: z.string() }),
  z.object({
    kind: z.literal('channel'),
    id: z.string(),
    datamart_id: z.string(),
    /** Like that of a credential: each state has a higher version than those before it, and a key of its own. */
    version: z.number().int().positive(),
    /** None for a channel whose last selection has ended, and for a deleted channel. That state stays in the topic. */
    processings: z.array(EnforcedProcessing),
  }),
]);
export type DirectoryChanged = z.infer<typeof DirectoryChanged>;
export type ChannelState = Extract<DirectoryChanged, { kind: 'channel' }>;

export const channelStateKey = ({ id, version }: Pick<ChannelState, 'id' | 'version'>) => `channel/${id}/${version}`;

/** Body of POST /internal/access, with which a gateway asks admin about what is missing in its copy. */
export const AccessQuestion = z.object({
  token_sha256: z.string().optional(),
  key_id: z.string().optional(),
  datamart_id: z.string().optional(),
  organisation_id: z.string().optional(),
});
export type AccessQuestion = z.infer<typeof AccessQuestion>;

/** The token or key with its user, and the datamart with its organisation; nothing for what does not exist. */
export const AccessAnswer = z.object({ credentials: z.array(Credential), directory: z.array(DirectoryChanged) });
export type AccessAnswer = z.infer<typeof AccessAnswer>;

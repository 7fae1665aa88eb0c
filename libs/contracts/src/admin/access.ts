import { z } from 'zod';
import { AuditCredentialKind } from '../audit/audit-event.js';
import { FlagRules } from '../people/flagged-person.js';
import { roles } from '../rules/access/roles.js';
import { ErrorRecoveryStrategy } from './plugins/activity-analyzer.js';
import { EnforcedProcessing } from './processing.js';
import { Throttling } from './plugins/throttling.js';

export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const UserRole = z.object({ organisation_id: z.string(), role: Role });
export type UserRole = z.infer<typeof UserRole>;

/** The most that a credential may do, beside the roles that its user has now. */
export const CredentialLimits = z.object({
  /** The roles that its user had when it was made. Absent for a credential of full rights. */
  ceiling: z.array(UserRole).optional(),
  /** The role that it was made for. */
  role: Role.optional(),
  /** The only datamarts that it was made for. */
  datamart_ids: z.array(z.string()).optional(),
});
export type CredentialLimits = z.infer<typeof CredentialLimits>;

/** The caller of a request, verified by the gateway. */
export const Caller = z.object({
  user_id: z.string(),
  /** The organisation of the user itself, if it is known. */
  organisation_id: z.string().optional(),
  /** The roles of the user, as far as the credential has them. */
  roles: z.array(UserRole),
  /** The highest role with which the credential acts. Absent if it is not limited. */
  highest_role: Role.optional(),
  /** The only datamarts in which the credential acts. Absent if it is not limited to any. */
  datamart_ids: z.array(z.string()).optional(),
  /** The credential was made before its user got roles that it does not have. */
  lacks_later_roles: z.literal(true).optional(),
  /** The token of the request. Absent if the request is signed: a signed request creates no tokens or keys. */
  token_id: z.string().optional(),
  /** The session of a request that a browser has sent with a cookie instead. */
  session_id: z.string().optional(),
  /** With what the caller has shown who it is; absent from a gateway of a version before. */
  credential: z.object({ kind: AuditCredentialKind, id: z.string() }).optional(),
  /** The address of the client, as far as `TRUSTED_PROXIES` say it. */
  address: z.string().optional(),
  /** The plugin version whose worker has sent the request. A worker is no user: `user_id` is empty. */
  worker_of: z.string().optional(),
});
export type Caller = z.infer<typeof Caller>;

/** Before the id of a session, where the ids of tokens stand otherwise. */
export const sessionPrefix = 'session/';

/** The token or session of a request, as records name it; undefined for other credentials. */
export const credentialIdOf = ({ token_id, session_id }: Caller): string | undefined =>
  token_id ?? (session_id === undefined ? undefined : `${sessionPrefix}${session_id}`);

/**
 * Every change of a credential has a higher version than the changes before it, and its own key in the topic. So Kafka never
 * deletes the newest version for the sake of an older one that a paused process publishes late, and a gateway can ignore
 * the older one.
 */
const versioned = { id: z.string(), version: z.number().int().positive() };

/** The fields with which a gateway authenticates without a call to admin. */
export const Credential = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api_token'),
    ...versioned,
    /** SHA-256 of the token's value, hexadecimal. The value itself is never stored. */
    token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    user_id: z.string(),
    expiration_date: z.number(),
    limits: CredentialLimits.optional(),
  }),
  z.object({
    kind: z.literal('message_authentication_key'),
    ...versioned,
    key_id: z.string(),
    /** Sealed with SECRETS_KEY, in the context of `signingSecretContext`. */
    sealed_secret: z.string(),
    user_id: z.string(),
    expiration_date: z.number(),
    limits: CredentialLimits.optional(),
    /** Absent in the states of keys made before the rule, which may. */
    may_merge_accounts: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('user'),
    ...versioned,
    /** The organisation of the user itself; a version before did not publish it. */
    organisation_id: z.string().optional(),
    roles: z.array(UserRole),
  }),
  z.object({
    kind: z.literal('plugin_worker'),
    ...versioned,
    worker_id: z.string(),
    /** SHA-256 of the worker's token, hexadecimal. */
    token_sha256: z.string(),
    /** The token before the last rotation. It is valid until then, epoch milliseconds. */
    previous: z.object({ token_sha256: z.string(), expiration_date: z.number() }).optional(),
    plugin_version_id: z.string(),
    /** The files that properties of its analyzers name, with the organisation of the analyzer. The worker may read them. */
    data_files: z.array(z.object({ uri: z.string(), organisation_id: z.string() })),
  }),
  z.object({
    kind: z.literal('collect_key'),
    ...versioned,
    datamart_id: z.string(),
    /** The value itself, which is public. */
    key: z.string(),
    channel_id: z.string().optional(),
    allowed_origins: z.array(z.string()),
    accepts_profiles: z.boolean(),
    max_qps: z.number().positive().optional(),
  }),
  z.object({
    kind: z.literal('session'),
    ...versioned,
    /** SHA-256 of the value in the cookie, hexadecimal. */
    secret_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    user_id: z.string(),
    /** Its end without another use, and the end that no use can move; epoch milliseconds. */
    expiration_date: z.number(),
    latest_expiration_date: z.number(),
  }),
]);
export type Credential = z.infer<typeof Credential>;
export type CredentialKind = Credential['kind'];

/** The end of a credential, kept in the topic as long as an earlier version could still be valid. */
const Revocation = z.object({
  kind: z.literal('revocation'),
  credential: z.enum(['api_token', 'message_authentication_key', 'user', 'plugin_worker', 'collect_key', 'session']),
  ...versioned,
  /** When the token or key would have expired; absent for what does not expire. */
  expiration_date: z.number().optional(),
  /** The id of a signing key. No other key may get it, even if the database loses the key and its revocation. */
  key_id: z.string().optional(),
});
export type Revocation = z.infer<typeof Revocation>;

/** One version of a token, key, worker or user. */
export const CredentialChanged = z.discriminatedUnion('kind', [...Credential.options, Revocation]);
export type CredentialChanged = z.infer<typeof CredentialChanged>;

/** The hour in which a credential was used. */
const CredentialUse = z.object({
  kind: z.enum(['api_token', 'message_authentication_key', 'collect_key']),
  id: z.string(),
  /** Its start, epoch milliseconds. */
  hour_ts: z.number(),
});
export type CredentialUse = z.infer<typeof CredentialUse>;

export const CredentialsUsed = z.object({ uses: z.array(CredentialUse).min(1) });
export type CredentialsUsed = z.infer<typeof CredentialsUsed>;

/** The same for all versions of a credential. */
export const credentialName = (changed: CredentialChanged) =>
  `${changed.kind === 'revocation' ? changed.credential : changed.kind}/${changed.id}`;

/** The context in which the secret of a signing key is sealed: the same one is needed to open it. */
export const signingSecretContext = (key_id: string) => `message_authentication_key/${key_id}`;

/**
 * Which organisation owns a datamart, which community an organisation belongs to, and what other apps need of channels,
 * activity analyzers and plugin versions: these three have versions and keys like credentials. What admin has deleted keeps
 * its last state in the topic, marked or without effect.
 */
export const DirectoryChanged = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organisation'), id: z.string(), community_id: z.string() }),
  z.object({
    kind: z.literal('datamart'),
    id: z.string(),
    organisation_id: z.string(),
    /** The zone of its reports; a version before did not publish it. */
    time_zone: z.string().optional(),
    /** Words of the junk list that identify people in it; absent: none. */
    junk_exceptions: z.array(z.string()).optional(),
    /** Beyond which numbers its people are flagged; absent: the defaults. */
    flag_rules: FlagRules.optional(),
  }),
  z.object({
    kind: z.literal('channel'),
    ...versioned,
    datamart_id: z.string(),
    /** The id that activities name, if a client has given it; absent: `id`. */
    given_id: z.string().optional(),
    /** The processings that decide about its activities. A channel that never had a selection or left out bots has no state. */
    processings: z.array(EnforcedProcessing),
    /** The ids of its activity analyzers, in the order of their execution. */
    analyzers: z.array(z.string()).default([]),
    /** Whether gateways leave out activities of bots; absent: not. */
    leaves_out_bots: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('activity_analyzer'),
    ...versioned,
    organisation_id: z.string(),
    plugin_version_id: z.string(),
    error_recovery_strategy: ErrorRecoveryStrategy,
    is_deleted: z.boolean(),
  }),
  z.object({
    kind: z.literal('plugin_version'),
    ...versioned,
    archived: z.boolean(),
    max_qps: z.number().positive().optional(),
    /** Absent if none is registered. */
    worker: z.object({ url: z.string(), worker_id: z.string(), token_sha256: z.string() }).optional(),
    throttlings: z.array(Throttling.omit({ plugin_version_id: true })),
  }),
]);
export type DirectoryChanged = z.infer<typeof DirectoryChanged>;
type Entry<Kind extends DirectoryChanged['kind']> = Extract<DirectoryChanged, { kind: Kind }>;
export type ChannelState = Entry<'channel'>;
export type AnalyzerState = Entry<'activity_analyzer'>;
export type PluginVersionState = Entry<'plugin_version'>;

/** An entry that has versions, with a key for each. */
export type VersionedState = ChannelState | AnalyzerState | PluginVersionState;

export const isVersioned = (entry: DirectoryChanged): entry is VersionedState => 'version' in entry;

export const stateKey = ({ kind, id, version }: Pick<VersionedState, 'kind' | 'id' | 'version'>) =>
  `${kind}/${id}/${version}`;

/** Body of POST /internal/access, with which a gateway asks admin about what is missing in its copy. */
export const AccessQuestion = z.object({
  token_sha256: z.string().optional(),
  key_id: z.string().optional(),
  collect_key: z.string().optional(),
  session_sha256: z.string().optional(),
  datamart_id: z.string().optional(),
  organisation_id: z.string().optional(),
});
export type AccessQuestion = z.infer<typeof AccessQuestion>;

/** The token, key or session with its user, the collect key, and the datamart with its organisation; nothing for what does not exist. */
export const AccessAnswer = z.object({ credentials: z.array(Credential), directory: z.array(DirectoryChanged) });
export type AccessAnswer = z.infer<typeof AccessAnswer>;

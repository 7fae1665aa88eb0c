import { z } from 'zod';

/** Roles a user holds per organisation, the weakest first; each may do all that the ones before it may. */
export const roles = ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const covers = (held: Role, needed: Role) => roles.indexOf(held) >= roles.indexOf(needed);

export const UserRole = z.object({ organisation_id: z.string(), role: Role });
export type UserRole = z.infer<typeof UserRole>;

/** Who is calling, as the gateway has verified it. */
export const Caller = z.object({ user_id: z.string(), roles: z.array(UserRole) });
export type Caller = z.infer<typeof Caller>;

/** What a gateway needs to authenticate without a call: one message per token, signing key and user. */
export const CredentialChanged = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api_token'),
    id: z.string(),
    /** SHA-256 of the token's value, hexadecimal; the value itself is never kept. */
    token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    user_id: z.string(),
    expiration_date: z.number(),
  }),
  z.object({
    kind: z.literal('message_authentication_key'),
    id: z.string(),
    key_id: z.string(),
    /** Sealed under SECRETS_KEY in the context of `signingSecretContext`. */
    sealed_secret: z.string(),
    user_id: z.string(),
    expiration_date: z.number(),
  }),
  z.object({ kind: z.literal('user'), id: z.string(), roles: z.array(UserRole) }),
]);
export type CredentialChanged = z.infer<typeof CredentialChanged>;

/** What the secret of a key is sealed for: whoever opens it must name the same. */
export const signingSecretContext = (key_id: string) => `message_authentication_key/${key_id}`;

/** Which organisation owns a datamart, and which community an organisation belongs to. */
export const DirectoryChanged = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organisation'), id: z.string(), community_id: z.string() }),
  z.object({ kind: z.literal('datamart'), id: z.string(), organisation_id: z.string() }),
]);
export type DirectoryChanged = z.infer<typeof DirectoryChanged>;

/** What a gateway asks admin when it meets something its copy does not hold: POST /internal/access. */
export const AccessQuestion = z.object({
  token_sha256: z.string().optional(),
  key_id: z.string().optional(),
  datamart_id: z.string().optional(),
  organisation_id: z.string().optional(),
});
export type AccessQuestion = z.infer<typeof AccessQuestion>;

/** The token or key with its user, the datamart with its organisation; nothing of what does not exist. */
export const AccessAnswer = z.object({
  credentials: z.array(CredentialChanged),
  directory: z.array(DirectoryChanged),
});
export type AccessAnswer = z.infer<typeof AccessAnswer>;

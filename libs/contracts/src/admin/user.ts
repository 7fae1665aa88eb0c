import { z } from 'zod';
import { Name } from '../values/name.js';
import { TenantId } from '../values/tenant-id.js';

/** Maximum length of an e-mail address, in characters. */
const maxEmailLength = 254;

/** Stored as written, and compared without case. A host may lack a dot: it may be in the local network. */
const EmailAddress = z
  .string()
  .max(maxEmailLength, `is longer than ${maxEmailLength}`)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');

/** A person or a service account. Its roles are its permissions. */
export const User = z.object({
  id: z.string(),
  first_name: Name,
  last_name: Name,
  email: EmailAddress,
  organisation_id: TenantId,
});
export type User = z.infer<typeof User>;

export const UserInput = User.omit({ id: true });
export type UserInput = z.infer<typeof UserInput>;

/** The organisation cannot change: an id in the body must be one that the caller may use, and has no effect. */
export const UserUpdate = UserInput.partial({ organisation_id: true });
export type UserUpdate = z.infer<typeof UserUpdate>;

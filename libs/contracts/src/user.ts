import { z } from 'zod';
import { Name } from './name.js';
import { TenantId } from './tenant-id.js';

/** Longest address that mail can be sent to, characters. */
const maxEmailLength = 254;

/** Kept as written, compared without regard to case. A host without a dot is one of the own network. */
const EmailAddress = z
  .string()
  .max(maxEmailLength, `is longer than ${maxEmailLength}`)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');

/** A person or a service account; what it may do is in its roles. */
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

/** The organisation stays: an id in the body must be one that the caller may use, and changes nothing. */
export const UserUpdate = UserInput.partial({ organisation_id: true });
export type UserUpdate = z.infer<typeof UserUpdate>;

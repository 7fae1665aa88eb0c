import { z } from 'zod';
import { userTypes } from '../rules/resources/choices.js';
import { Name, refuseNameProblem } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';
import { TenantId } from '../values/integer-id.js';

/** Maximum length of an e-mail address, in characters. */
const maxEmailLength = 254;

/** Stored as written, and compared without case. A host may lack a dot: it may be in the local network. */
export const EmailAddress = z
  .string()
  .max(maxEmailLength, `is longer than ${maxEmailLength}`)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
  .superRefine(refuseNameProblem);

export const UserType = z.enum(userTypes, `must be one of ${userTypes.join(', ')}`);
export type UserType = z.infer<typeof UserType>;

/** A person or a service account. Its roles are its permissions. */
export const User = z.object({
  id: z.string(),
  type: UserType.describe(
    '`SERVICE` is an account of a program; its tokens stay valid when the user who created them is deleted. The type ' +
      'cannot change.',
  ),
  first_name: Name.optional().describe('Required for a person.'),
  last_name: Name.optional().describe('Required for a person.'),
  email: EmailAddress.optional().describe('Required for a person. Unique regardless of case.'),
  display_name: Name.optional().describe('Of a service account, for which it is required.'),
  organisation_id: TenantId,
});
export type User = z.infer<typeof User>;

const requiredFields = { PERSON: ['first_name', 'last_name', 'email'], SERVICE: ['display_name'] } as const;

const { first_name, last_name, email, display_name } = User.shape;
const fields = {
  first_name: nullAsAbsent(first_name),
  last_name: nullAsAbsent(last_name),
  email: nullAsAbsent(email),
  display_name: nullAsAbsent(display_name),
};

export const UserInput = z
  .object({ ...fields, type: orDefault(UserType, 'PERSON').describe('Default: PERSON.'), organisation_id: TenantId })
  .superRefine((user, context) => requireFields(user.type, user, context));
export type UserInput = z.infer<typeof UserInput>;

/** The organisation and the type cannot change. A body may name an organisation that the caller may use, to no effect. */
export const UserUpdate = z.object({ ...fields, type: nullAsAbsent(UserType.optional()) });
export type UserUpdate = z.infer<typeof UserUpdate>;

/**
 * The body of a PUT for a user of this type, with the fields that the type requires. It may name another type, which is refused
 * for that alone.
 */
export const userUpdateOf = (type: UserType) =>
  UserUpdate.superRefine((user, context) => {
    if ((user.type ?? type) === type) requireFields(type, user, context);
  });

type Fields = { [Field in keyof typeof fields]?: string | undefined };

function requireFields(type: UserType, user: Fields, context: z.RefinementCtx): void {
  for (const field of requiredFields[type])
    if (user[field] === undefined)
      context.addIssue({ code: 'custom', path: [field], message: `is required for a ${type}` });
}

import type { Role } from '@tributary/contracts/admin/access';
import type { EntityManager } from 'typeorm';
import type { AccessEvents } from '../access-events/access-events.js';
import { readUsers } from '../access-events/access-state.js';
import { UserRoleEntity } from '../users/user-role.entity.js';
import { UserEntity } from '../users/user.entity.js';
import { namesOfEmail } from './names-of-email.js';

export interface NewPerson {
  organisation_id: string;
  email: string;
  role: Role;
  /** Default: from the e-mail. */
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** The columns of the user that was made. */
export interface InsertedPerson {
  id: string;
  organisation_id: string;
  type: 'PERSON';
  email: string;
  first_name: string;
  last_name: string;
}

/** Makes a person with a role, and publishes both. The e-mail may violate the constraint `users_email`. */
export async function insertPerson(
  manager: EntityManager,
  events: AccessEvents,
  { organisation_id, email, role, first_name, last_name }: NewPerson,
): Promise<InsertedPerson> {
  const known = namesOfEmail(email);
  const fields = {
    type: 'PERSON' as const,
    organisation_id,
    email,
    first_name: first_name ?? known.first_name,
    last_name: last_name ?? known.last_name,
  };
  // The entity gets its columns from the database: a copy stays as it is.
  const { id } = await manager.save(UserEntity, { ...fields });
  await manager.save(UserRoleEntity, { user_id: id, organisation_id, role });
  await events.credentialsCreated(await readUsers(manager, [id]));
  return { id, ...fields };
}

import type { User } from '@tributary/client/generated/types.gen';
import { mayEdit } from '@tributary/contracts/rules/access/user-rights';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDatamart } from '../shell/use-datamart.js';
import { DeleteUser } from './users/delete-user.js';
import { useCaller } from './users/use-caller.js';
import { UserForm } from './users/user-form.js';
import { userRolesOptions } from './users/user-roles.js';
import { PlainButton } from '../components/page.js';

/** Edit and delete, if the roles of the caller cover those of the user. */
export function UserActions({ user }: { user: User }) {
  const { datamart_id } = useDatamart();
  const caller = useCaller();
  const navigate = useNavigate();
  const roles = useQuery(userRolesOptions(user.id)).data?.data;
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  if (!roles || !mayEdit(caller, { ...user, roles })) return null;
  return (
    <>
      <PlainButton onClick={() => setOpened('edit')}>Edit</PlainButton>
      {user.id !== caller.id && <PlainButton onClick={() => setOpened('delete')}>Delete</PlainButton>}
      {opened === 'edit' && <UserForm user={user} organisation_id={user.organisation_id} onClose={close} />}
      {opened === 'delete' && (
        <DeleteUser
          user={user}
          onClose={close}
          onDeleted={() => void navigate({ to: '/d/$datamart_id/access/users', params: { datamart_id } })}
        />
      )}
    </>
  );
}

import { deleteUserRoleMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserRole } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useConnectedUser } from '../../session/connected-user.js';
import { useOrganisations } from '../../session/use-organisations.js';

export function RemoveRole({ role, onClose }: { role: UserRole; onClose: () => void }) {
  const me = useConnectedUser();
  const { nameOf } = useOrganisations();
  const { user_id, id, organisation_id } = role;
  return (
    <ConfirmWrite
      title={`Remove the role ${role.role} in ${nameOf(organisation_id)}`}
      onClose={onClose}
      write={deleteUserRoleMutation()}
      request={{ path: { user_id, user_role_id: id } }}
      changes={['listUserRoles', 'listUsers', 'getConnectedUser']}
      confirm="Remove"
    >
      Within a second the user, and every program with one of its tokens and keys, loses what this role permits.
      {user_id === me.id && (
        <Text fw={600} mt="xs">
          It is your own role. You cannot add it again yourself.
        </Text>
      )}
    </ConfirmWrite>
  );
}

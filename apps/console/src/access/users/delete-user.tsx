import { deleteUserMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { User } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { nameOfUser } from '../../session/connected-user.js';

interface DeleteUserProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const name = nameOfUser(user);
  return (
    <ConfirmWrite
      title={`Delete ${name}`}
      onClose={onClose}
      write={deleteUserMutation()}
      request={{ path: { user_id: user.id } }}
      changes={['listUsers']}
      onDone={onDeleted}
      confirm="Delete"
      typed={name}
    >
      <Text>
        Its roles, API tokens and keys end at once, in all organisations. Programs that use them are refused within a
        second. This cannot be undone.
      </Text>
      <Text mt="xs">Tokens that it made for service accounts stay valid.</Text>
    </ConfirmWrite>
  );
}

import { deleteUserMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { User } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { nameOfUser } from '../../session/user-name.js';

interface DeleteUserProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUser({ user, onClose, onDeleted }: DeleteUserProps) {
  const { mutate, isPending, error } = useMutation({
    ...deleteUserMutation(),
    meta: { changes: ['listUsers'] },
    onSuccess: () => {
      onDeleted();
    },
  });
  const name = nameOfUser(user);
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { user_id: user.id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
      typed={name}
    >
      <Text>
        Its roles, API tokens and keys end at once, in all organisations. Programs that use them are refused within a
        second. This cannot be undone.
      </Text>
      <Text mt="xs">Tokens that it made for service accounts stay valid.</Text>
    </ConfirmDialog>
  );
}

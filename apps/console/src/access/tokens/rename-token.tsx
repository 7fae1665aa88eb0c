import { renameApiTokenMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ApiToken } from '@tributary/client/generated/types.gen';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';

interface RenameTokenProps {
  user_id: string;
  token: ApiToken;
  onClose: () => void;
}

export function RenameToken({ user_id, token, onClose }: RenameTokenProps) {
  const [name, setName] = useState(token.name);
  const { mutate, isPending, error } = useMutation({
    ...renameApiTokenMutation(),
    meta: { changes: ['listApiTokens'] },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`Rename the token ${token.name}`}
      onClose={onClose}
      onSubmit={() => mutate({ path: { user_id, api_token_id: token.id }, body: { name: name.trim() } })}
      submit="Rename"
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fieldProblem(error, 'name')}
      />
    </FormDialog>
  );
}

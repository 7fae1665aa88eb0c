import { createApiTokenMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '@tributary/client/requests/curl';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { SecretDialog } from '../../components/secret-dialog.js';
import { Snippet } from '../../components/snippet.js';
import { apiUrl } from '../../session/session.js';

/** The button, the dialog that asks for a name, and the one that shows the value. */
export function CreateToken({ user_id }: { user_id: string }) {
  const [name, setName] = useState<string>();
  const [value, setValue] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation({
    ...createApiTokenMutation(),
    meta: { changes: ['listApiTokens'] },
    onSuccess: ({ data }) => {
      setValue(data.value);
      setName(undefined);
    },
    // The value is not kept longer than its dialog.
    gcTime: 0,
  });
  const open = () => {
    reset();
    setName('');
  };
  const forget = () => {
    setValue(undefined);
    reset();
  };
  return (
    <>
      <Button onClick={open}>Create a token</Button>
      <FormDialog
        title="Create an API token"
        opened={name !== undefined}
        onClose={() => setName(undefined)}
        onSubmit={() => mutate({ path: { user_id }, body: { name: (name ?? '').trim() } })}
        submit="Create"
        isPending={isPending}
        failure={error}
      >
        <TextInput
          label="Name"
          description="The program that uses it. One token for each, so that each can be revoked by itself."
          required
          data-autofocus
          value={name ?? ''}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldProblem(error, 'name')}
        />
        <Text size="sm" c="dimmed">
          It has the roles of its user, and expires after the time that the platform’s API_TOKEN_LIFETIME sets.
        </Text>
      </FormDialog>
      <SecretDialog title="The new API token" secret={value} onClose={forget}>
        <Text>Send it in the Authorization header. With the token in the variable TOKEN:</Text>
        <Snippet text={curlOf({ method: 'GET', apiUrl, path: '/connected_user' })} label="the request" />
      </SecretDialog>
    </>
  );
}

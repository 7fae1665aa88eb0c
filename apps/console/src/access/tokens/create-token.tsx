import { createApiTokenMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '@tributary/client/requests/curl';
import { FormDialog } from '../../components/form-dialog.js';
import { SecretDialog } from '../../components/secret-dialog.js';
import { Snippet } from '../../components/snippet.js';
import { apiUrl } from '../../session/session.js';
import { PurposeFields } from './purpose-fields.js';
import { noPurpose, tokenInput, type TokenPurpose } from './token-purpose.js';

/** The button, the dialog that asks what it is for, and the one that shows the value. */
export function CreateToken({ user_id }: { user_id: string }) {
  const [purpose, setPurpose] = useState<TokenPurpose>();
  const [value, setValue] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation({
    ...createApiTokenMutation(),
    meta: { changes: ['listApiTokens'] },
    onSuccess: ({ data }) => {
      setValue(data.value);
      setPurpose(undefined);
    },
    // The value is not kept longer than its dialog.
    gcTime: 0,
  });
  const open = () => {
    reset();
    setPurpose(noPurpose);
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
        opened={purpose !== undefined}
        onClose={() => setPurpose(undefined)}
        onSubmit={() => purpose && mutate({ path: { user_id }, body: tokenInput(purpose, Date.now()) })}
        submit="Create"
        isPending={isPending}
        failure={error}
      >
        {purpose && <PurposeFields purpose={purpose} failure={error} onChange={setPurpose} />}
      </FormDialog>
      <SecretDialog title="The new API token" secret={value} onClose={forget}>
        <Text>Send it in the Authorization header. With the token in the variable TOKEN:</Text>
        <Snippet text={curlOf({ method: 'GET', apiUrl, path: '/connected_user' })} label="the request" />
      </SecretDialog>
    </>
  );
}

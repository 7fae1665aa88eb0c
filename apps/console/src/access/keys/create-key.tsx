import { createMessageAuthenticationKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { MessageAuthenticationKey } from '@tributary/client/generated/types.gen';
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { SecretDialog } from '../../components/secret-dialog.js';
import { KeySample } from './key-sample.js';

/** The button, the dialog that asks for the key id, and the one that shows the secret. */
export function CreateKey({ user_id }: { user_id: string }) {
  const [keyId, setKeyId] = useState<string>();
  const [mayMerge, setMayMerge] = useState(false);
  const [created, setCreated] = useState<MessageAuthenticationKey>();
  const { mutate, isPending, error, reset } = useMutation({
    ...createMessageAuthenticationKeyMutation(),
    meta: { changes: ['listMessageAuthenticationKeys'] },
    onSuccess: ({ data }) => {
      setCreated(data);
      setKeyId(undefined);
    },
    // The secret is not kept longer than its dialog.
    gcTime: 0,
  });
  const open = () => {
    reset();
    setKeyId('');
    setMayMerge(false);
  };
  const forget = () => {
    setCreated(undefined);
    reset();
  };
  return (
    <>
      <Button onClick={open}>Create a key</Button>
      <FormDialog
        title="Create a message authentication key"
        opened={keyId !== undefined}
        onClose={() => setKeyId(undefined)}
        onSubmit={() =>
          mutate({
            path: { user_id },
            body: { key_id: (keyId ?? '').trim(), scheme: 'HMAC_SHA256', may_merge_accounts: mayMerge },
          })
        }
        submit="Create"
        isPending={isPending}
        failure={error}
      >
        <TextInput
          label="Key id"
          description="1 to 128 visible ASCII characters, unique in the platform: my-app-2026. Apps send it in the clear."
          required
          data-autofocus
          value={keyId ?? ''}
          onChange={({ currentTarget }) => setKeyId(currentTarget.value)}
          error={fieldProblem(error, 'key_id')}
        />
        <Checkbox
          label="May merge accounts"
          description="Only for keys that stay on a server: in an app anyone can read the key, and make one person of two."
          checked={mayMerge}
          onChange={({ currentTarget }) => setMayMerge(currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          It has the roles of its user. To collect, that user needs the role EDITOR; a service account for the app is
          best.
        </Text>
      </FormDialog>
      <SecretDialog title={`The secret of ${created?.key_id ?? ''}`} secret={created?.secret_key} onClose={forget}>
        {created && <KeySample key_id={created.key_id} />}
      </SecretDialog>
    </>
  );
}

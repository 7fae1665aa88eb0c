import { createApiTokenMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.js';
import { useConnectedUser } from '../../session/connected-user.js';
import { switchToTabToken } from '../../session/session.js';
import { currentTabToken } from '../../session/tab-token.js';
import { formatInstant } from '../../time/format-instant.js';

/** Exchanges the token of the tab for one that ends with the sign-out, so that the token signed in with is used less. */
export function TabTokenButton() {
  const { id: user_id } = useConnectedUser();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation({
    ...createApiTokenMutation(),
    meta: { changes: ['listApiTokens'] },
    onSuccess: ({ data: { id, value } }) => {
      switchToTabToken({ user_id, id, value });
      setOpen(false);
      notifications.show({ message: 'This tab now has a token of its own.' });
    },
    gcTime: 0,
  });
  if (currentTabToken()) return null;
  const name = () => `console ${formatInstant(Date.now(), 'UTC')} UTC`;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Use a token for this tab only
      </Button>
      <FormDialog
        title="A token for this tab only"
        opened={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={() => mutate({ path: { user_id }, body: { name: name() } })}
        submit="Create and use it"
        isPending={isPending}
        failure={error}
      >
        <Text>
          A new token takes the place of the one that you signed in with, in this tab. It is revoked when you sign out.
        </Text>
        <Text size="sm" c="dimmed">
          If you close the tab without signing out, it stays valid until it expires: revoke it here then. Its name
          begins with “console”.
        </Text>
      </FormDialog>
    </>
  );
}

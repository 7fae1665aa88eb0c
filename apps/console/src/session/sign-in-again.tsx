import type { GetConnectedUserResponse } from '@tributary/client/generated/types.gen';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef } from 'react';
import { useConnectedUser } from './connected-user.js';
import { ProviderButton } from './provider-button.js';
import { reasonOfEnd, resumeSession, signOut } from './session.js';
import { SignInForm } from './sign-in-form.js';
import { useNewSession } from './use-new-session.js';
import classes from './sign-in-again.module.css';

/**
 * Over a page whose session was interrupted. The same user goes on with what was typed in; another one starts from scratch. An element
 * of the browser, so that nothing below it can be reached, dialogs of the page included.
 */
export function SignInAgain() {
  const { id } = useConnectedUser();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const onAccepted = useContinue();
  const currentPage = useRouter().latestLocation.href;
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Gives the focus back.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      className={classes['dialog']}
      onCancel={(event) => event.preventDefault()}
    >
      <Stack>
        <Title order={2} size="h3" id={title}>
          Your session has ended
        </Title>
        <Text>Sign in again to go on where you were. What you typed in is still there; it was not saved.</Text>
        <ProviderButton page={currentPage} />
        <SignInForm
          onAccepted={onAccepted}
          onlyFor={id}
          notice={<Text size="sm">The server says: {reasonOfEnd()}</Text>}
        />
        <Button variant="default" onClick={() => signOut()}>
          Leave the page
        </Button>
      </Stack>
    </dialog>
  );
}

function useContinue() {
  const { id } = useConnectedUser();
  const queries = useQueryClient();
  const router = useRouter();
  const begin = useNewSession();
  return async (token: string, answer: GetConnectedUserResponse) => {
    if (answer.data.id === id) {
      resumeSession(token);
      return queries.invalidateQueries();
    }
    return begin(token, answer, router.latestLocation.href);
  };
}

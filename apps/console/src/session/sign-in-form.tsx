import type { GetConnectedUserResponse } from '@tributary/client/generated/types.gen';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { onTokenOfOtherTab, saySignedIn } from './other-tabs.js';
import { isWrongToken, readUserOf } from './read-user-of.js';

interface SignInFormProps {
  /** With a token that the server accepts, and its answer about the user. */
  onAccepted: (token: string, answer: GetConnectedUserResponse) => unknown;
  /** Above the field, until a token is refused. */
  notice?: ReactNode;
  /** The id of a user. A token that another tab has is not used for any other; without it, for all. */
  onlyFor?: string;
}

/** Asks for a token. It is kept nowhere until the server has accepted it. With that of another tab it goes on by itself. */
export function SignInForm({ onAccepted, notice, onlyFor }: SignInFormProps) {
  const [token, setToken] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: readUserOf,
    onSuccess: (answer, accepted) => {
      saySignedIn(accepted);
      return onAccepted(accepted, answer);
    },
  });
  useEffect(
    () =>
      onTokenOfOtherTab((offered) => {
        const follow = (answer: GetConnectedUserResponse) =>
          (onlyFor === undefined || answer.data.id === onlyFor) && onAccepted(offered, answer);
        // The other tab shows what is wrong with its token.
        void readUserOf(offered).then(follow, () => undefined);
      }),
    [onAccepted, onlyFor],
  );
  const send = () => mutate(token.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      {!error && notice}
      <PasswordInput
        label="API token"
        autoComplete="off"
        autoFocus
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        error={isWrongToken(error) ? error.message : undefined}
      />
      {error && !isWrongToken(error) && <FailureNotice failure={error} onRetry={send} />}
      <Button type="submit" loading={isPending} disabled={token.trim() === ''}>
        Sign in
      </Button>
    </Stack>
  );
}

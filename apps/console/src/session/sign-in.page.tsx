import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { apiUrl, reasonOfEnd, signIn, signOut } from './session.js';
import { mayBeToken } from './token-link.js';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  useDocumentTitle('Sign in · Tributary');
  const { from } = route.useSearch();
  const router = useRouter();
  const [token, setToken] = useState('');
  const reason = reasonOfEnd();
  const attempt = useMutation({
    mutationFn: async (value: string) => {
      if (!mayBeToken(value)) throw new RequestFailure('a token has visible ASCII characters only', { status: 401 });
      signIn(value);
      await getConnectedUser();
    },
    onSuccess: () => router.navigate({ href: from ?? '/', replace: true }),
    onError: () => signOut(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate(token.trim());
  };
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder shadow="sm" w={440} maw="100%" component="form" onSubmit={submit} padding="lg">
        <Stack>
          <Title order={1} size="h2">
            Tributary
          </Title>
          <Text>Sign in with an API token.</Text>
          {reason && !attempt.error && (
            <Alert color="yellow" title="Your session has ended" role="status">
              {reason}
            </Alert>
          )}
          <PasswordInput
            label="API token"
            autoComplete="off"
            autoFocus
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={isWrongToken(attempt.error) ? attempt.error.message : undefined}
          />
          {attempt.error && !isWrongToken(attempt.error) && (
            <FailureNotice failure={attempt.error} onRetry={() => attempt.mutate(token.trim())} />
          )}
          <Button type="submit" loading={attempt.isPending} disabled={token.trim() === ''}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            <code>npm start</code> prints the first token. Others are made on the page Access. The token stays in this
            tab and ends with it. <Anchor href={`${apiUrl.replace(/\/v1$/, '')}/docs`}>API reference</Anchor>
          </Text>
        </Stack>
      </Card>
    </Center>
  );
}

const isWrongToken = (failure: Error | null): failure is RequestFailure =>
  failure instanceof RequestFailure && failure.status === 401;

import { Alert, Button, Card, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { SecretDialog } from '../components/secret-dialog.js';
import { signInAddress, signInProvider } from '../session/browser-session.js';
import { readUserOf } from '../session/read-user-of.js';
import { useNewSession } from '../session/use-new-session.js';
import { forgetSecret, takenSecret } from './taken-secret.js';
import { requestFailure } from '@tributary/client/request-failure';
import { basePath } from '../served-page.js';

/** The token that the invitation has made; absent where people sign in with a provider. */
interface OpenedInvitation {
  email: string;
  api_token?: { value: string };
}

/** Uses the secret of an invitation. @throws RequestFailure */
async function openInvitation(secret: string): Promise<OpenedInvitation> {
  const response = await fetch(`${basePath}auth/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch((error: unknown) => {
    throw requestFailure(error, undefined);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw requestFailure(body, response);
  return (body as { data: OpenedInvitation }).data;
}

/** Lets an invited person in, by a press of the button: to open the page uses nothing up. */
export function InvitationPage() {
  useDocumentTitle('Invitation · Tributary');
  const secret = takenSecret();
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder shadow="sm" w={440} maw="100%" padding="lg">
        <Stack>
          <Title order={1} size="h2">
            You are invited to Tributary
          </Title>
          {secret === undefined ? <WithoutLink /> : <Accept secret={secret} />}
        </Stack>
      </Card>
    </Center>
  );
}

const WithoutLink = () => (
  <Alert color="yellow" title="This page needs the link of your invitation">
    Open the whole link again. If it does not work any more, ask for another one.
  </Alert>
);

function Accept({ secret }: { secret: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: openInvitation,
    onSuccess: ({ api_token }) => {
      if (!api_token) return window.location.assign(signInAddress('/'));
      forgetSecret();
    },
    gcTime: 0,
  });
  const explanation: ReactNode =
    signInProvider === undefined
      ? 'The button makes an API token, with which you sign in here and your programs send requests. The link works once.'
      : `Sign in with the account of ${signInProvider} that has the e-mail address to which you were invited.`;
  return (
    <>
      <Text>{explanation}</Text>
      {error && <FailureNotice failure={error} title="The invitation does not let you in" />}
      <Button loading={isPending} onClick={() => mutate(secret)}>
        {signInProvider === undefined ? 'Make my API token' : `Sign in with ${signInProvider}`}
      </Button>
      {data?.api_token && <NewToken value={data.api_token.value} email={data.email} />}
    </>
  );
}

/** Shows the token, and signs in with it. The session that the tab had ends. */
function NewToken({ value, email }: { value: string; email: string }) {
  const begin = useNewSession();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => readUserOf(value),
    onSuccess: (answer) => begin(value, answer, '/'),
  });
  return (
    <SecretDialog title="Your API token" secret={value} onClose={() => mutate()}>
      <Text>
        It acts as <bdi>{email}</bdi>. After this dialog you are signed in with it, in this tab. Later you sign in with
        it again, or make others on the page Access.
      </Text>
      {isPending && <Text role="status">Signing in …</Text>}
      {error && <FailureNotice failure={error} onRetry={() => mutate()} />}
    </SecretDialog>
  );
}

import { Alert, Anchor, Card, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { GuideLink } from '../guide/guide-link.js';
import { connectedUserOptions } from './connected-user.js';
import { apiUrl, reasonOfEnd, signIn } from './session.js';
import { ProviderButton } from './provider-button.js';
import { SignInForm } from './sign-in-form.js';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  useDocumentTitle('Sign in · Tributary');
  const { from } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const reason = reasonOfEnd();
  const notice = reason && (
    <Alert color="yellow" title="Your session has ended" role="status">
      {reason}
    </Alert>
  );
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder shadow="sm" w={440} maw="100%" padding="lg">
        <Stack>
          <Title order={1} size="h2">
            Tributary
          </Title>
          <ProviderButton page={from ?? '/'} />
          <Text>Sign in with an API token.</Text>
          <SignInForm
            notice={notice}
            onAccepted={(token, answer) => {
              signIn(token);
              queries.setQueryData(connectedUserOptions().queryKey, answer);
              return router.navigate({ href: from ?? '/', replace: true });
            }}
          />
          <Text size="sm" c="dimmed">
            <code>npm start</code> prints the first token. Others are made on the page Access. The token stays in the
            tabs of this browser and ends with them.{' '}
            <Anchor href={`${apiUrl.replace(/\/v1$/, '')}/docs`}>API reference</Anchor> · <GuideLink />
          </Text>
        </Stack>
      </Card>
    </Center>
  );
}

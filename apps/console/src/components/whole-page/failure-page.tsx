import { RequestFailure } from '@tributary/client/request-failure';
import { Container, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { FailureNotice } from '../failure-notice.js';

const tryAgainAfterMs = 5_000;

/** In place of a page that cannot be shown at all. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A defect of the console itself, such as a file that is lost on the way: the router does not load one again.
    if (!(error instanceof RequestFailure)) return window.location.reload();
    reset();
    void router.invalidate();
  };
  const isSilent = error instanceof RequestFailure && error.status === undefined;
  useInterval(retry, tryAgainAfterMs, { autoInvoke: isSilent });
  return (
    <Container component="main" size="sm" py="xl">
      <Title order={1} size="h3" mb="md">
        Tributary
      </Title>
      <FailureNotice failure={error} onRetry={retry} />
      {isSilent && (
        <Text size="sm" c="dimmed" mt="md">
          The console tries again by itself, every few seconds.
        </Text>
      )}
    </Container>
  );
}

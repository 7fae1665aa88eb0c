import { Container } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { FailureNotice } from '../failure-notice.js';

/** In place of a page that cannot be shown at all. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container component="main" size="sm" py="xl">
      <FailureNotice failure={error} onRetry={retry} />
    </Container>
  );
}

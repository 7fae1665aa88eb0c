import { RequestFailure } from '@tributary/client/request-failure';
import { Container } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { FailureNotice } from '../failure-notice.js';

/** In place of a page that cannot be shown at all. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A defect of the console itself, such as a file that is lost on the way: the router does not load one again.
    if (!(error instanceof RequestFailure)) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <Container component="main" size="sm" py="xl">
      <FailureNotice failure={error} onRetry={retry} />
    </Container>
  );
}

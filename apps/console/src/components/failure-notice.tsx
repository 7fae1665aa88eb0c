import { RequestFailure } from '@tributary/client/request-failure';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.js';

interface ShownFailure {
  failure: unknown;
  /** Offers to try again. */
  onRetry?: (() => void) | undefined;
  title?: string;
}

/** A failure in the server's words, with the id under which its logs hold it. */
export function FailureNotice({ failure, onRetry, title = titleOf(failure) }: ShownFailure) {
  const error_id = failure instanceof RequestFailure ? failure.error_id : undefined;
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {messageOfFailure(failure)}
        </Text>
        {error_id && (
          <Group gap={4}>
            <Text size="xs">error_id</Text>
            <Code>{error_id}</Code>
            <CopyButton value={error_id} label="Copy the error_id" />
          </Group>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export const messageOfFailure = (failure: unknown): string =>
  failure instanceof Error ? failure.message : 'The console has met an unexpected problem.';

function titleOf(failure: unknown): string {
  if (!(failure instanceof RequestFailure)) return 'This part of the console failed';
  if (failure.status === undefined) return 'No answer';
  if (failure.status === 401) return 'Your session had ended';
  if (failure.status === 403) return 'Not allowed';
  if (failure.status === 404) return 'Not found';
  if (failure.status >= 500) return 'The server has a problem';
  return 'The request was refused';
}

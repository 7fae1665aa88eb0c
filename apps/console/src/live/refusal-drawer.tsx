import { Drawer, Stack, Text, Title } from '@mantine/core';
import { FailureNotice } from '../components/failure-notice.js';
import { Snippet } from '../components/snippet.js';
import type { RefusalRow } from '../feed/feed-buffer.js';
import { Instant } from '../time/instant.js';
import { RequestFailure } from '@tributary/client/request-failure';
import { useOpenedRow } from './use-opened-row.js';

interface RefusalDrawerProps {
  id: string | undefined;
  rows: readonly RefusalRow[];
  onClose: () => void;
}

export function RefusalDrawer({ id, rows, onClose }: RefusalDrawerProps) {
  const row = useOpenedRow(id, rows);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Refused activity" position="right" size="lg">
      {row ? (
        <Stack>
          <Text size="sm">
            Refused <Instant at={row.received_ts} />. Nothing of it was stored.
          </Text>
          <FailureNotice
            title={row.value.error_code}
            failure={new RequestFailure(row.value.error, { ...row.value, status: 400 })}
          />
          <Title order={3} size="h5">
            Start of the body
          </Title>
          <Snippet text={row.value.head} label="the start of the body" maxHeight={420} />
        </Stack>
      ) : (
        <Text>This refusal is not in the list any more.</Text>
      )}
    </Drawer>
  );
}

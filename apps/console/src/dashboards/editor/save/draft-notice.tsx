import { Alert, Button, Group, Text } from '@mantine/core';
import { Instant } from '../../../time/instant.js';
import type { Draft } from './draft.js';

interface DraftNoticeProps {
  draft: Draft;
  /** Whether another content was saved after the draft was begun. */
  isOutdated: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

export function DraftNotice({ draft, isOutdated, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Alert color="yellow" variant="light" title="You have unsaved changes" role="status">
      <Group justify="space-between">
        <Text size="sm" component="div">
          From <Instant at={draft.saved_ts} />, kept in this tab.
          {isOutdated && ' The dashboard has been saved since then: you can compare both when you save.'}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button size="xs" onClick={onRestore}>
            Restore
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { RequestFailure } from '@tributary/client/request-failure';
import { FailureNotice } from '../components/failure-notice.js';
import { Snippet } from '../components/snippet.js';
import type { ShownRow } from '../feed/row-list.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { RepairRefusal } from './repair-refusal.js';
import { useOpenedRow } from './use-opened-row.js';
import type { KeptRefusal } from './use-kept-refusals.js';

interface RefusalDrawerProps {
  id: string | undefined;
  rows: readonly ShownRow<KeptRefusal>[];
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
          <Body key={row.id} refusal={row.value} onRepaired={onClose} />
        </Stack>
      ) : (
        <Text>This refusal is not in the list any more.</Text>
      )}
    </Drawer>
  );
}

function Body({ refusal, onRepaired }: { refusal: KeptRefusal; onRepaired: () => void }) {
  const { may } = useDatamart();
  const [isEdited, setEdited] = useState(false);
  if (isEdited) return <RepairRefusal refusal={refusal} onRepaired={onRepaired} />;
  return (
    <>
      <Group justify="space-between">
        <Title order={3} size="h5">
          Body
        </Title>
        {may('EDITOR') && (
          <Button size="xs" onClick={() => setEdited(true)}>
            Repair
          </Button>
        )}
      </Group>
      <Snippet text={refusal.body} label="the body" maxHeight={420} />
    </>
  );
}

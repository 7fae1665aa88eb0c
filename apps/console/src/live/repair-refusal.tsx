import { actOnRefusedActivityMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { parseActivity } from '../activities/parse-activity.js';
import { FailureNotice, messageOfFailure } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';
import type { KeptRefusal } from './use-kept-refusals.js';

/** The body as it was sent, to be edited until the platform takes it. */
export function RepairRefusal({ refusal, onRepaired }: { refusal: KeptRefusal; onRepaired: () => void }) {
  const { datamart_id } = useDatamart();
  const [text, setText] = useState(refusal.body);
  const [invalid, setInvalid] = useState<string>();
  const retry = useMutation({
    ...actOnRefusedActivityMutation(),
    meta: { changes: ['listRefusedActivities'] },
    onSuccess: () => {
      notifications.show({ message: 'Stored as received then. Its refusal is gone.' });
      onRepaired();
    },
  });
  const repair = () => {
    try {
      const activity = { ...parseActivity(text) };
      setInvalid(undefined);
      const path = { datamart_id, refused_activity_id: refusal.id };
      retry.mutate({ path, body: { action: 'RETRY', activity } });
    } catch (error) {
      setInvalid(messageOfFailure(error));
    }
  };
  return (
    <>
      <Textarea
        label="Body"
        description="As it was sent, its first 16 KiB. Edit what the message names"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={invalid}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {retry.error != null && <FailureNotice failure={retry.error} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          It is stored as received then, under the limits of the credential that sent it.
        </Text>
        <Button onClick={repair} loading={retry.isPending}>
          Retry
        </Button>
      </Group>
    </>
  );
}

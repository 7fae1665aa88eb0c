import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '@tributary/client/imports/format-bytes';
import type { UploadProgress as Progressed } from './use-upload.js';

interface UploadProgressProps {
  name: string;
  progress: Progressed;
  onCancel: () => void;
}

export function UploadProgress({ name, progress: { step, bytes, total }, onCancel }: UploadProgressProps) {
  const percent = total === 0 ? 100 : (bytes / total) * 100;
  const isSent = step === 'sent' && percent >= 100;
  const doing = step === 'read' ? `Reading ${name} in this browser` : `Uploading ${name}`;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {isSent ? `${name} is sent. The server checks that it is complete.` : doing}
        </Text>
        <Text size="sm">
          {formatBytes(bytes)} of {formatBytes(total)}
        </Text>
      </Group>
      <Progress value={percent} aria-label={step === 'read' ? 'Read' : 'Uploaded'} size="lg" animated={isSent} />
      <Group justify="flex-end">
        {/* The server may already have the whole file, and apply its lines. */}
        <Button variant="default" onClick={onCancel} disabled={isSent}>
          Cancel the upload
        </Button>
      </Group>
    </Stack>
  );
}

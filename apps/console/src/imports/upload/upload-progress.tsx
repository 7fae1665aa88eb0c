import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '@tributary/client/imports/format-bytes';

interface UploadProgressProps {
  name: string;
  sentBytes: number;
  totalBytes: number;
  onCancel: () => void;
}

export function UploadProgress({ name, sentBytes, totalBytes, onCancel }: UploadProgressProps) {
  const percent = totalBytes === 0 ? 100 : (sentBytes / totalBytes) * 100;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {percent < 100 ? `Uploading ${name}` : `${name} is sent. The server checks that it is complete.`}
        </Text>
        <Text size="sm">
          {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        </Text>
      </Group>
      <Progress value={percent} aria-label="Uploaded" size="lg" animated={percent >= 100} />
      <Group justify="flex-end">
        {/* The server may already have the whole file, and apply its lines. */}
        <Button variant="default" onClick={onCancel} disabled={percent >= 100}>
          Cancel the upload
        </Button>
      </Group>
    </Stack>
  );
}

import { FilePlusIcon } from '@radix-ui/react-icons';
import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';

/** Takes one file of any type: the server decides whether it can be read. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      multiple={false}
      inputProps={{ 'aria-label': 'File to import' }}
      activateOnKeyboard={false}
    >
      <Stack align="center" gap={4} py="lg" style={{ pointerEvents: 'none' }}>
        <FilePlusIcon width={28} height={28} aria-hidden />
        <Text fw={600}>Drop a file here</Text>
        {/* A press of a key on it bubbles to the drop zone, as a click does. */}
        <Button variant="default">Choose a file</Button>
        <Text size="sm" c="dimmed" ta="center">
          NDJSON (one JSON object per line), or CSV with a header row. At most 2 GiB unless the server is set up
          otherwise.
        </Text>
      </Stack>
    </Dropzone>
  );
}

import { DownloadIcon } from '@radix-ui/react-icons';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { saveBlob } from '../components/save-file.js';

interface Export {
  label: string;
  /** The name of the file. */
  name: string;
  read: (signal: AbortSignal) => Promise<Response>;
}

/** Saves an answer of any size as a file. It shows how much has come, and ends with a second press or with the page. */
export function ExportButton({ label, name, read }: Export) {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const { signal } = (running.current = new AbortController());
      setBytes(0);
      const response = await read(signal);
      const blob = await readBlob(response, setBytes);
      if (signal.aborted) return;
      saveBlob(name, blob);
      notifications.show({ message: `${name} is saved (${megabytes(blob.size)}).` });
    },
  });
  const end = () => {
    running.current?.abort();
    reset();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon aria-hidden />}
        onClick={() => (isPending ? end() : mutate())}
      >
        {isPending ? `Stop (${megabytes(bytes)})` : label}
      </Button>
      {error && <FailureNotice failure={error} />}
    </>
  );
}

async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes((bytes += value.length));
  }
  return new Blob(parts);
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

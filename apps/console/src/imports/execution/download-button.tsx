import { DownloadIcon } from '@radix-ui/react-icons';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../components/failure-notice.js';
import { saveDataFile } from './data-file.js';

export function DownloadButton({ uri, name, label }: { uri: string; name: string; label: string }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => saveDataFile(uri, name) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<DownloadIcon aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {label}
      </Button>
      {error && <FailureNotice failure={error} />}
    </>
  );
}

import {
  deleteActivityAnalyzerFileMutation,
  putActivityAnalyzerFileMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Card, FileInput, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../components/page.js';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';

/** Files that the worker of an analyzer reads by name. The API does not list them. */
export function ConfigurationFiles({ analyzer_id }: { analyzer_id: string }) {
  const { may } = useDatamart();
  const [technical_name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const path = { analyzer_id, technical_name };
  const done = (what: string) => () => notifications.show({ message: `The file ${technical_name} is ${what}.` });
  const put = useMutation({ ...putActivityAnalyzerFileMutation(), onSuccess: done('stored') });
  const [isDeleted, deletion] = useDisclosure();
  if (!may('EDITOR')) return null;
  const upload = () => {
    if (!file) return;
    put.mutate({ path, body: file, headers: { 'Content-Type': file.type || 'application/octet-stream' } });
  };
  return (
    <Card withBorder>
      <SectionTitle>Configuration files</SectionTitle>
      <Text c="dimmed" mb="xs">
        The worker reads them by name, at most 1 MiB each. An upload replaces the file of the same name.
      </Text>
      <Group align="flex-end">
        <TextInput label="Name" value={technical_name} onChange={(event) => setName(event.currentTarget.value)} />
        <FileInput label="File" placeholder="Choose a file" clearable miw={200} value={file} onChange={setFile} />
        <Button disabled={technical_name === '' || !file} loading={put.isPending} onClick={upload}>
          Upload
        </Button>
        <Button variant="default" disabled={technical_name === ''} onClick={deletion.open}>
          Delete the file of this name
        </Button>
      </Group>
      {put.error != null && <FailureNotice failure={put.error} />}
      {isDeleted && (
        <DeleteFile
          path={path}
          onDeleted={() => {
            put.reset();
            done('deleted')();
          }}
          onClose={deletion.close}
        />
      )}
    </Card>
  );
}

interface DeleteFileProps {
  path: { analyzer_id: string; technical_name: string };
  onDeleted: () => void;
  onClose: () => void;
}

const DeleteFile = ({ path, onDeleted, onClose }: DeleteFileProps) => (
  <ConfirmWrite
    title={`Delete the file ${path.technical_name}`}
    onClose={onClose}
    isTypedIn
    write={deleteActivityAnalyzerFileMutation()}
    request={{ path }}
    onDone={() => {
      onDeleted();
      onClose();
    }}
    confirm="Delete"
  >
    The worker of the analyzer can no longer read it. It cannot be restored.
  </ConfirmWrite>
);

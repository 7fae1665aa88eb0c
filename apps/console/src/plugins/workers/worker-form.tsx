import { putPluginWorkerMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginWorker } from '@tributary/client/generated/types.gen';
import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';

export interface WorkerPath {
  plugin_id: string;
  version_id: string;
}

interface WorkerFormProps {
  path: WorkerPath;
  /** Undefined for a new one. */
  worker: PluginWorker | undefined;
  /** Makes a new token instead of changing the address. */
  rotates: boolean;
  onClose: () => void;
  onToken: (token: string) => void;
}

export function WorkerForm({ path, worker, rotates, onClose, onToken }: WorkerFormProps) {
  const [url, setUrl] = useState(worker?.url ?? '');
  const { mutate, isPending, error } = useMutation({
    ...putPluginWorkerMutation(),
    meta: { changes: ['getPluginWorker'] },
    onSuccess: ({ data: { authentication_token } }) => {
      if (authentication_token) onToken(authentication_token);
      else notifications.show({ message: 'The worker has its new address.' });
      onClose();
    },
    gcTime: 0,
  });
  const title = rotates ? 'Make a new token' : worker ? 'Change the address of the worker' : 'Create a worker';
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => mutate({ path, body: { url: url.trim(), rotate: rotates } })}
      submit={rotates ? 'Make it' : worker ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      {rotates ? (
        <Text>
          Calls are signed with the new token within a second. For reads the old one works 10 minutes longer: restart
          the worker with the new token in that time. A worker that answers 503 to a call that it cannot verify loses
          nothing, because the call is made again within 6 seconds.
        </Text>
      ) : (
        <TextInput
          label="Address"
          description="Calls go to {address}/v1/activity_analysis. In production it must be public and https, unless the platform allows its host."
          placeholder="https://analyzers.example.com/products"
          required
          data-autofocus
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={fieldProblem(error, 'url')}
        />
      )}
    </FormDialog>
  );
}

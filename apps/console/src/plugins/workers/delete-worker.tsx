import { deletePluginWorkerMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import type { WorkerPath } from './worker-form.js';

export function DeleteWorker({ path, onClose }: { path: WorkerPath; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    ...deletePluginWorkerMutation(),
    meta: { changes: ['getPluginWorker'] },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Delete the worker"
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      The version is called no more: its instances fail with NO_WORKER, and their error recovery strategy decides about
      the activities. Its tokens end. A worker registered later gets another worker id.
    </ConfirmDialog>
  );
}

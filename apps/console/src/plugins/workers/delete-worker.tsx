import { deletePluginWorkerMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import type { WorkerPath } from './worker-form.js';

export const DeleteWorker = ({ path, onClose }: { path: WorkerPath; onClose: () => void }) => (
  <ConfirmWrite
    title="Delete the worker"
    onClose={onClose}
    write={deletePluginWorkerMutation()}
    request={{ path }}
    changes={['getPluginWorker']}
    confirm="Delete"
  >
    The version is called no more: its instances fail with NO_WORKER, and their error recovery strategy decides about
    the activities. Its tokens end. A worker registered later gets another worker id.
  </ConfirmWrite>
);

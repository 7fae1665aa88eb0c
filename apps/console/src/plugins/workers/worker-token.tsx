import { Text } from '@mantine/core';
import { SecretDialog } from '../../components/secret-dialog.js';
import { Snippet } from '../../components/snippet.js';
import { gatewayPort } from './gateway-port.js';

interface WorkerTokenProps {
  /** Undefined while the dialog is closed. */
  token: string | undefined;
  worker_id: string | undefined;
  onClose: () => void;
}

export function WorkerToken({ token, worker_id = '…', onClose }: WorkerTokenProps) {
  return (
    <SecretDialog title="The token of the worker" secret={token} onClose={onClose}>
      <Text>Start the worker with it. Programs with the public SDK read these variables:</Text>
      <Snippet
        label="the variables"
        text={`PLUGIN_WORKER_ID=${worker_id}\nPLUGIN_AUTHENTICATION_TOKEN=…\nGATEWAY_HOST=${window.location.hostname}\nGATEWAY_PORT=${gatewayPort(window.location)}`}
      />
    </SecretDialog>
  );
}

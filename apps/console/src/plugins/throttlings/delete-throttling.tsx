import { deleteThrottlingMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion, Throttling } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { wordsOfScope } from './scope-meaning.js';

interface DeleteThrottlingProps {
  version: PluginVersion;
  throttling: Throttling;
  onClose: () => void;
}

export function DeleteThrottling({ version, throttling, onClose }: DeleteThrottlingProps) {
  const path = { plugin_id: version.plugin_id, version_id: version.id, throttling_id: throttling.id };
  return (
    <ConfirmWrite
      title="Delete the throttling"
      onClose={onClose}
      write={deleteThrottlingMutation()}
      request={{ path }}
      changes={['listThrottlings']}
      confirm="Delete"
    >
      Within a second it no longer limits <code>{throttling.plugin_endpoint}</code> for {wordsOfScope(throttling)}.
      Other throttlings of the version still count.
    </ConfirmWrite>
  );
}

import { deleteThrottlingMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion, Throttling } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { wordsOfScope } from './scope-meaning.js';

interface DeleteThrottlingProps {
  version: PluginVersion;
  throttling: Throttling;
  onClose: () => void;
}

export function DeleteThrottling({ version, throttling, onClose }: DeleteThrottlingProps) {
  const { mutate, isPending, error } = useMutation({
    ...deleteThrottlingMutation(),
    meta: { changes: ['listThrottlings'] },
    onSuccess: onClose,
  });
  const path = { plugin_id: version.plugin_id, version_id: version.id, throttling_id: throttling.id };
  return (
    <ConfirmDialog
      title="Delete the throttling"
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      Within a second it no longer limits <code>{throttling.plugin_endpoint}</code> for {wordsOfScope(throttling)}.
      Other throttlings of the version still count.
    </ConfirmDialog>
  );
}

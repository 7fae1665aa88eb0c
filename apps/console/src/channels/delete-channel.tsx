import type { Channel } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { deleteChannel } from './channel-types.js';

export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const navigate = useNavigate();
  const { datamart_id, name } = channel;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteChannel(channel),
    meta: { changes: ['listChannels'] },
    onSuccess: () => navigate({ to: '/d/$datamart_id/channels', params: { datamart_id } }),
  });
  return (
    <ConfirmDialog
      title={`Delete the channel ${name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate()}
      confirm="Delete"
      isPending={isPending}
      failure={error}
      typed={name}
    >
      Its activities stay. Its processings and analyzers no longer apply: activities that still arrive are stored
      without asking for consent.
    </ConfirmDialog>
  );
}

import type { Channel } from '@tributary/client/generated/types.gen';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { deleteChannel } from './channel-types.js';

export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const navigate = useNavigate();
  const { datamart_id, name } = channel;
  return (
    <ConfirmWrite
      title={`Delete the channel ${name}`}
      onClose={onClose}
      write={{ mutationFn: () => deleteChannel(channel) }}
      request={undefined}
      changes={['listChannels']}
      onDone={() => navigate({ to: '/d/$datamart_id/channels', params: { datamart_id } })}
      confirm="Delete"
      typed={name}
    >
      Its activities stay. Its processings and analyzers no longer apply: activities that still arrive are stored
      without asking for consent.
    </ConfirmWrite>
  );
}

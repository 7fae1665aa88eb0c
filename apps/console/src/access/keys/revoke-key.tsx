import { revokeMessageAuthenticationKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { MessageAuthenticationKey } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

interface RevokeKeyProps {
  messageKey: MessageAuthenticationKey;
  onClose: () => void;
}

export function RevokeKey({ messageKey: { user_id, id, key_id }, onClose }: RevokeKeyProps) {
  const { mutate, isPending, error } = useMutation({
    ...revokeMessageAuthenticationKeyMutation(),
    meta: { changes: ['listMessageAuthenticationKeys'] },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke the key ${key_id}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { user_id, message_authentication_key_id: id } })}
      confirm="Revoke"
      isPending={isPending}
      failure={error}
      typed={key_id}
    >
      Every installed app that signs with it is answered 401 MAC_ERROR from the next second on, and its data is lost
      until the app is updated. No other key can ever have this key id. This cannot be undone.
    </ConfirmDialog>
  );
}

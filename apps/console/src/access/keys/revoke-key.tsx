import { revokeMessageAuthenticationKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { MessageAuthenticationKey } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../../components/confirm-dialog.js';

interface RevokeKeyProps {
  messageKey: MessageAuthenticationKey;
  onClose: () => void;
}

export const RevokeKey = ({ messageKey: { user_id, id, key_id }, onClose }: RevokeKeyProps) => (
  <ConfirmWrite
    title={`Revoke the key ${key_id}`}
    onClose={onClose}
    write={revokeMessageAuthenticationKeyMutation()}
    request={{ path: { user_id, message_authentication_key_id: id } }}
    changes={['listMessageAuthenticationKeys']}
    confirm="Revoke"
    typed={key_id}
  >
    Every installed app that signs with it is answered 401 MAC_ERROR from the next second on, and its data is lost until
    the app is updated. No other key can ever have this key id. This cannot be undone.
  </ConfirmWrite>
);

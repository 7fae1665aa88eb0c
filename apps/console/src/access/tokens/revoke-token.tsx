import { revokeApiTokenMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ApiToken } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { signOut } from '../../session/session.js';

interface RevokeTokenProps {
  user_id: string;
  token: ApiToken;
  /** Whether this tab uses it. */
  isOfSession: boolean;
  onClose: () => void;
}

export const RevokeToken = ({ user_id, token: { id, name, value }, isOfSession, onClose }: RevokeTokenProps) => (
  <ConfirmWrite
    title={`Revoke the token ${name}`}
    onClose={onClose}
    write={revokeApiTokenMutation()}
    request={{ path: { user_id, api_token_id: id } }}
    changes={['listApiTokens']}
    onDone={() => {
      if (isOfSession) return signOut('You have revoked the token of this tab.');
      onClose();
    }}
    confirm="Revoke"
  >
    Every program that sends <code>{value}</code> is answered 401 TOKEN_ERROR from the next second on. Other tokens of
    the user go on. This cannot be undone.
    {isOfSession && (
      <Text fw={600} mt="xs">
        This tab uses it: you will be signed out.
      </Text>
    )}
  </ConfirmWrite>
);

import { revokeApiToken } from '@tributary/client/generated/sdk.gen';
import type { ApiToken } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { signOut } from '../../session/session.js';

interface RevokeTokensProps<Token> {
  tokens: readonly Token[];
  isOfSession: (token: Token) => boolean;
  onClose: () => void;
}

/** Revokes several tokens, that of this tab last: without it the others could not be. */
export function RevokeTokens<Token extends ApiToken & { user_id: string }>({
  tokens,
  isOfSession,
  onClose,
}: RevokeTokensProps<Token>) {
  const own = tokens.filter(isOfSession);
  return (
    <ConfirmWrite
      title={`Revoke ${tokens.length} tokens`}
      onClose={onClose}
      write={{
        mutationFn: async () => {
          for (const { id, user_id } of [...tokens.filter((token) => !isOfSession(token)), ...own])
            await revokeApiToken({ path: { user_id, api_token_id: id } });
        },
      }}
      request={undefined}
      changes={['listApiTokens', 'listOrganisationApiTokens']}
      onDone={() => (own.length > 0 ? signOut('You have revoked the token of this tab.') : onClose())}
      confirm="Revoke all"
    >
      Every program that sends one of them is answered 401 TOKEN_ERROR from the next second on. This cannot be undone:{' '}
      {tokens.map(({ name }) => name).join(', ')}.
      {own.length > 0 && (
        <Text fw={600} mt="xs">
          This tab uses one of them: you will be signed out.
        </Text>
      )}
    </ConfirmWrite>
  );
}

import { revokeApiToken } from '@tributary/client/generated/sdk.gen';
import type { ApiToken } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { BulkDialog } from '../../components/bulk/bulk-dialog.js';
import { untilGone } from '../../components/deletions/until-gone.js';
import { signOut } from '../../session/session.js';
import { keepOwnForOthers, ownLast } from './own-last.js';
import { counted } from '../../words/counted.js';

interface RevokeTokensProps<Token> {
  tokens: readonly Token[];
  nameOf: (token: Token) => string;
  isOfSession: (token: Token) => boolean;
  onClose: () => void;
}

/** Revokes several tokens, that of this tab last. */
export function RevokeTokens<Token extends ApiToken & { user_id: string }>({
  tokens,
  nameOf,
  isOfSession,
  onClose,
}: RevokeTokensProps<Token>) {
  const hasOwn = tokens.some(isOfSession);
  const [rows] = useState(() => ownLast(tokens, isOfSession));
  const [act] = useState(() => {
    const revoke = async (token: Token) => {
      await untilGone(revokeApiToken({ path: { user_id: token.user_id, api_token_id: token.id } }));
      if (hasOwn && token === rows.at(-1)) signOut('You have revoked the token of this tab.');
    };
    return keepOwnForOthers(revoke, isOfSession);
  });
  return (
    <BulkDialog
      title={`Revoke ${counted(rows.length, 'token')}`}
      rows={rows}
      idOf={({ id }) => id}
      nameOf={nameOf}
      act={act}
      confirm="Revoke all"
      changes={['listApiTokens', 'listOrganisationApiTokens']}
      onClose={onClose}
    >
      <Text>
        Every program that sends one of them is answered 401 TOKEN_ERROR from the next second on. This cannot be undone:{' '}
        {rows.map(nameOf).join(', ')}.
      </Text>
      {hasOwn && <Text fw={600}>This tab uses one of them: you will be signed out.</Text>}
    </BulkDialog>
  );
}

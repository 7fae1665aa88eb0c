import {
  listMessageAuthenticationKeysOptions,
  revokeMessageAuthenticationKeyMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { MessageAuthenticationKey } from '@tributary/client/generated/types.gen';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { pageQuery } from '../../components/paging.js';
import { PagedTable, RowButton } from '../../components/resource-table.js';
import { Instant } from '../../time/instant.js';
import { ExpiryCell } from '../tokens/expiry-cell.js';
import { ConfirmWrite } from '../../components/confirm-dialog.js';

interface KeysTableProps {
  user_id: string;
  page: number;
  onPage: (page: number) => void;
}

export function KeysTable({ user_id, page, onPage }: KeysTableProps) {
  const [revoked, setRevoked] = useState<MessageAuthenticationKey>();
  const list = useQuery(listMessageAuthenticationKeysOptions({ path: { user_id }, query: pageQuery(page) }));
  return (
    <>
      <PagedTable
        query={list}
        page={page}
        onPage={onPage}
        label="Message authentication keys"
        rowKey={({ id }) => id}
        columns={[
          { header: 'Key id', cell: ({ key_id }) => <code>{key_id}</code> },
          { header: 'Scheme', cell: ({ scheme }) => scheme },
          { header: 'Created', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
          { header: 'Expiry', cell: ({ expiration_ts }) => <ExpiryCell at={Date.parse(expiration_ts)} /> },
          {
            header: 'Accounts',
            cell: ({ may_merge_accounts }) => (may_merge_accounts ? <MergesAccounts /> : 'merges none'),
          },
          {
            header: 'Actions',
            align: 'right',
            cell: (key) => (
              <RowButton aria-label={`Revoke ${key.key_id}`} onClick={() => setRevoked(key)}>
                Revoke
              </RowButton>
            ),
          },
        ]}
        empty={
          <EmptyState title="No key">
            Apps on phones and televisions sign their requests with a key, because a token in an app can be extracted.
          </EmptyState>
        }
      />
      {revoked && <RevokeKey messageKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

/** The notice beside a key that may do what most public credentials may not. */
const MergesAccounts = () => (
  <>
    <Badge color="yellow">Merges accounts</Badge>
    <Text size="xs" c="dimmed">
      Anyone who reads it in an app can make one person of two. Replace it, unless only servers have it.
    </Text>
  </>
);

interface RevokeKeyProps {
  messageKey: MessageAuthenticationKey;
  onClose: () => void;
}

const RevokeKey = ({ messageKey: { user_id, id, key_id }, onClose }: RevokeKeyProps) => (
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

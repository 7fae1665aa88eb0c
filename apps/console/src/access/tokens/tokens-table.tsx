import { listApiTokensOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ApiToken } from '@tributary/client/generated/types.gen';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkBar } from '../../components/bulk/bulk-bar.js';
import { choiceColumn } from '../../components/bulk/choice-column.js';
import { useChosen } from '../../components/bulk/use-chosen.js';
import { EmptyState } from '../../components/empty-state.js';
import { pageQuery } from '../../components/paging.js';
import { PagedTable } from '../../components/resource-table.js';
import { useConnectedUser } from '../../session/connected-user.js';
import { currentToken } from '../../session/session.js';
import { Instant } from '../../time/instant.js';
import { ExpiryCell } from './expiry-cell.js';
import { RenameToken } from './rename-token.js';
import { RevokeToken } from './revoke-token.js';
import { RevokeTokens } from './revoke-tokens.js';
import { endsLike } from './own-last.js';
import { purposeOf } from './token-purpose.js';

interface TokensTableProps {
  user_id: string;
  page: number;
  onPage: (page: number) => void;
}

export function TokensTable({ user_id, page, onPage }: TokensTableProps) {
  const me = useConnectedUser();
  const [renamed, setRenamed] = useState<ApiToken>();
  const [revoked, setRevoked] = useState<ApiToken>();
  const [isRevokingAll, setRevokingAll] = useState(false);
  const list = useQuery(listApiTokensOptions({ path: { user_id }, query: pageQuery(page) }));
  const chosen = useChosen(list.data?.data ?? [], ({ id }) => id);
  const isOfSession = ({ value }: ApiToken) => user_id === me.id && endsLike(value, currentToken());
  const actions = (token: ApiToken) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="compact-xs" variant="default" aria-label={`Rename ${token.name}`} onClick={() => setRenamed(token)}>
        Rename
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
        Revoke
      </Button>
    </Group>
  );
  const revokeAll = { label: 'Revoke', count: chosen.rows.length, onStart: () => setRevokingAll(true) };
  return (
    <>
      <BulkBar count={chosen.rows.length} actions={[revokeAll]} />
      <PagedTable
        query={list}
        page={page}
        onPage={onPage}
        label="API tokens"
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: (token) => (
              <Group gap={4}>
                {token.name}
                <code>{token.value}</code>
                {isOfSession(token) && <Badge variant="outline">This tab</Badge>}
              </Group>
            ),
          },
          { header: 'Made for', cell: purposeOf },
          {
            header: 'Last used',
            cell: ({ last_used_ts }) => (last_used_ts === undefined ? 'never' : <Instant at={last_used_ts} />),
          },
          {
            header: 'Expiry',
            cell: ({ creation_date, expiration_date }) => (
              <>
                <ExpiryCell at={expiration_date} />
                <Text size="xs" c="dimmed">
                  Created <Instant at={creation_date} />
                </Text>
              </>
            ),
          },
          choiceColumn({ ...chosen, nameOf: nameOfToken }),
          { header: 'Actions', align: 'right', cell: actions },
        ]}
        empty={<EmptyState title="No token">A program sends its token with every request.</EmptyState>}
      />
      {isRevokingAll && (
        <RevokeTokens
          tokens={chosen.rows.map((token) => ({ ...token, user_id }))}
          nameOf={nameOfToken}
          isOfSession={isOfSession}
          onClose={() => setRevokingAll(false)}
        />
      )}
      {renamed && <RenameToken user_id={user_id} token={renamed} onClose={() => setRenamed(undefined)} />}
      {revoked && (
        <RevokeToken
          user_id={user_id}
          token={revoked}
          isOfSession={isOfSession(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  );
}

/** A user may name several tokens alike. */
const nameOfToken = ({ name, value }: ApiToken) => `${name} (${value})`;

import type { OrganisationApiToken } from '@tributary/client/generated/types.gen';
import { Badge, Group } from '@mantine/core';
import { choiceColumn } from '../../components/bulk/choice-column.js';
import type { Chosen } from '../../components/bulk/use-chosen.js';
import { EmptyState } from '../../components/empty-state.js';
import { AnchorLink } from '../../components/links.js';
import { ResourceTable } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { ExpiryCell } from '../tokens/expiry-cell.js';
import { purposeOf } from '../tokens/token-purpose.js';

interface AccountsTableProps {
  tokens: readonly OrganisationApiToken[];
  isOfSession: (token: OrganisationApiToken) => boolean;
  chosen: Chosen<OrganisationApiToken>;
}

export function AccountsTable({ tokens, isOfSession, chosen }: AccountsTableProps) {
  return (
    <ResourceTable
      label="API tokens of all users"
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        { header: 'User', cell: (token) => <UserLink token={token} /> },
        {
          header: 'Token',
          cell: (token) => (
            <Group gap="xs">
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
        { header: 'Created', cell: ({ creation_date }) => <Instant at={creation_date} /> },
        { header: 'Expiry', cell: ({ expiration_date }) => <ExpiryCell at={expiration_date} /> },
        choiceColumn({ ...chosen, nameOf: nameOfToken }),
      ]}
      empty={<EmptyState title="No such token">Programs sign in with the tokens of service accounts.</EmptyState>}
    />
  );
}

/** Users may name their tokens alike, also several of their own. */
export const nameOfToken = ({ name, value, user_name }: OrganisationApiToken) => `${name} (${value}) of ${user_name}`;

function UserLink({ token: { user_id, user_name, user_type } }: { token: OrganisationApiToken }) {
  const { datamart_id } = useDatamart();
  return (
    <Group gap="xs">
      <AnchorLink to="/d/$datamart_id/access/users/$user_id" params={{ datamart_id, user_id }}>
        {user_name}
      </AnchorLink>
      {user_type === 'PERSON' && <Badge variant="outline">Person</Badge>}
    </Group>
  );
}

import type { ListedPerson } from '@tributary/client/generated/types.gen';
import { Stack, Text } from '@mantine/core';
import { AnchorLink } from '../../components/links.js';
import type { Column } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { accountsInList, nameInList } from './listed-person.js';

/** The columns of every table of people: how they are called, and how active they are. */
export const personColumns: readonly Column<ListedPerson>[] = [
  { header: 'Person', cell: (person) => <Person person={person} /> },
  { header: 'Accounts', cell: (person) => <Accounts person={person} /> },
  { header: 'Identifiers', align: 'right', cell: ({ number_of_identifiers }) => Number(number_of_identifiers) },
  { header: 'Last activity', cell: ({ last_activity_ts }) => <Instant at={last_activity_ts} /> },
];

function Person({ person }: { person: ListedPerson }) {
  const { datamart_id } = useDatamart();
  const { user_point_id, name, email } = person;
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <AnchorLink to="/d/$datamart_id/people/$selector" params={{ datamart_id, selector: user_point_id }} size="sm">
        {nameInList(person)}
      </AnchorLink>
      {name !== undefined && email !== undefined && (
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      )}
    </Stack>
  );
}

const Accounts = ({ person }: { person: ListedPerson }) => (
  <Text span inherit style={{ overflowWrap: 'anywhere' }}>
    {accountsInList(person)}
  </Text>
);

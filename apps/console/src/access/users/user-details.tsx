import type { User } from '@tributary/client/generated/types.gen';
import { Card, SimpleGrid, Text } from '@mantine/core';
import { useOrganisations } from '../../session/use-organisations.js';

export function UserDetails({ user }: { user: User }) {
  const { nameOf } = useOrganisations();
  const details = [
    ['Type', user.type === 'SERVICE' ? 'Service account' : 'Person'],
    ['E-mail', user.email ?? '–'],
    ['Organisation', nameOf(user.organisation_id)],
    ['Id', user.id],
  ] as const;
  return (
    <Card withBorder>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} component="dl" m={0}>
        {details.map(([term, value]) => (
          <div key={term}>
            <Text component="dt" size="xs" c="dimmed">
              {term}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Card>
  );
}

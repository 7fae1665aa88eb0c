import { List, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { AnchorLink } from '../components/links.js';
import { Page, SectionTitle } from '../components/page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { FlaggedPeople } from './flagged/flagged-people.js';
import { NewestPeople } from './lists/newest-people.js';
import { PersonField } from './person-field.js';
import { useRecentPeople } from './recent-people.js';

const route = getRouteApi('/signed-in/d/$datamart_id/people');

export function PeoplePage() {
  const { find, draft } = route.useSearch();
  return (
    <Page title="People" description="All that the datamart knows of one person: look it up by any of its identifiers.">
      {/* The palette may look up another person while the page is open. */}
      <PersonField key={find ?? draft ?? ''} initial={find ?? draft ?? ''} isLookedUp={find !== undefined} />
      <NewestPeople />
      <RecentPeople />
      <FlaggedPeople />
    </Page>
  );
}

function RecentPeople() {
  const { datamart_id } = useDatamart();
  const people = useRecentPeople(datamart_id);
  if (people.length === 0)
    return (
      <Text c="dimmed" size="sm">
        People that you look at are listed here until this tab is reloaded or closed. Nothing is written to the disk.
      </Text>
    );
  return (
    <Stack gap="xs">
      <SectionTitle>Looked at in this tab</SectionTitle>
      <List listStyleType="none" spacing="xs">
        {people.map(({ id, selector }) => (
          <List.Item key={id}>
            <AnchorLink
              to="/d/$datamart_id/people/$selector"
              params={{ datamart_id, selector: id }}
              style={{ overflowWrap: 'anywhere' }}
            >
              {selector}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
      <Text c="dimmed" size="sm">
        Until the tab is reloaded or closed.
      </Text>
    </Stack>
  );
}

import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ActivitiesTab } from './activities/activities-tab.js';
import { ChoicesTab } from './choices/choices-tab.js';
import { IdentifiersTab } from './identifiers-tab.js';
import { MembershipsTab } from './memberships/memberships-tab.js';
import { readPersonSearch, tabs } from './person-search.js';
import { ProfilesTab } from './profiles/profiles-tab.js';

const route = getRouteApi('/signed-in/d/$datamart_id/people/$selector');

const labels = {
  activities: 'Activities',
  identifiers: 'Identifiers',
  profiles: 'Profiles',
  choices: 'Choices',
  segments: 'Segments',
};

export function PersonTabs({ user_point_id }: { user_point_id: string }) {
  const { tab = 'activities', ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (name: string | null) => void navigate({ search: readPersonSearch({ tab: name }) });
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="activities">
        <ActivitiesTab
          user_point_id={user_point_id}
          filters={filters}
          onFilter={(search) => void navigate({ search, replace: true })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="identifiers">
        <IdentifiersTab user_point_id={user_point_id} />
      </Tabs.Panel>
      <Tabs.Panel value="profiles">
        <ProfilesTab user_point_id={user_point_id} />
      </Tabs.Panel>
      <Tabs.Panel value="choices">
        <ChoicesTab user_point_id={user_point_id} />
      </Tabs.Panel>
      <Tabs.Panel value="segments">
        <MembershipsTab user_point_id={user_point_id} />
      </Tabs.Panel>
    </Tabs>
  );
}

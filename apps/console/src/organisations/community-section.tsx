import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { useOrganisations } from '../session/use-organisations.js';
import { CommunityForm } from './community-form.js';
import type { CommunityTree } from './group-tenants.js';
import { OrganisationCard } from './organisation-card.js';
import { OrganisationForm } from './organisation-form.js';

export function CommunitySection({ community }: { community: CommunityTree }) {
  const { roleAt } = useOrganisations();
  const [opened, setOpened] = useState<'name' | 'organisation'>();
  const close = () => setOpened(undefined);
  const isAdmin = community.organisations.some(({ id }) => roleAt(id) === 'COMMUNITY_ADMIN');
  return (
    <Stack component="section" aria-label={`Community ${community.name}`}>
      <Group justify="space-between">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {community.name}
        </Title>
        {isAdmin && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpened('name')}>
              Rename the community
            </Button>
            <Button onClick={() => setOpened('organisation')}>Create an organisation</Button>
          </Group>
        )}
      </Group>
      {community.organisations.map((organisation) => (
        <OrganisationCard key={organisation.id} organisation={organisation} />
      ))}
      {community.organisations.length === 0 && (
        <EmptyState title="No organisation">You see the organisations in which you have a role.</EmptyState>
      )}
      {opened === 'name' && <CommunityForm community={community} onClose={close} />}
      {opened === 'organisation' && (
        <OrganisationForm organisation={undefined} community_id={community.id} onClose={close} />
      )}
    </Stack>
  );
}

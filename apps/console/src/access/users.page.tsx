import { listUsersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { User } from '@tributary/client/generated/types.gen';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useConnectedUser, nameOfUser } from '../session/connected-user.js';
import { useOrganisations } from '../session/use-organisations.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AccessTabs } from './access-tabs.js';
import { InviteUser } from './users/invite-user.js';
import { OpenInvitations } from './users/open-invitations.js';
import { UserForm } from './users/user-form.js';

const route = getRouteApi('/signed-in/d/$datamart_id/access/users');

export function UsersPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const navigate = route.useNavigate();
  const { nameOf } = useOrganisations();
  const [isOpen, setOpen] = useState(false);
  const list = useQuery(listUsersOptions({ query: { organisation_id, ...pageQuery(paging.page) } }));
  const create = may('ORGANISATION_ADMIN') && (
    <>
      <PlainButton onClick={() => setOpen(true)}>Add a user</PlainButton>
      <InviteUser organisation_id={organisation_id} />
    </>
  );
  const openUser = ({ id: user_id }: User) =>
    void navigate({ to: '/d/$datamart_id/access/users/$user_id', params: { datamart_id, user_id } });
  return (
    <Page
      title="Users"
      description={`People and programs with access to ${nameOf(organisation_id)}. Their roles say what they may do.`}
      actions={create}
    >
      <AccessTabs />
      <PagedTable
        query={list}
        {...paging}
        label="Users"
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: (user) => <UserLink user={user} /> },
          { header: 'Type', cell: ({ type }) => (type === 'SERVICE' ? 'Service account' : 'Person') },
          { header: 'E-mail', cell: ({ email }) => email ?? '–' },
          {
            header: 'Belongs to',
            cell: (user) =>
              user.organisation_id === organisation_id
                ? 'This organisation'
                : `${nameOf(user.organisation_id)} (guest here)`,
          },
          { header: 'Id', cell: ({ id }) => id },
        ]}
        empty={<EmptyState title="No user on this page">Users are people, or service accounts of programs.</EmptyState>}
      />
      {may('ORGANISATION_ADMIN') && <OpenInvitations organisation_id={organisation_id} />}
      {isOpen && (
        <UserForm
          user={undefined}
          organisation_id={organisation_id}
          onClose={() => setOpen(false)}
          onCreated={openUser}
        />
      )}
    </Page>
  );
}

function UserLink({ user }: { user: User }) {
  const { datamart_id } = useDatamart();
  const me = useConnectedUser();
  return (
    <Group gap="xs">
      <AnchorLink to="/d/$datamart_id/access/users/$user_id" params={{ datamart_id, user_id: user.id }}>
        {nameOfUser(user)}
      </AnchorLink>
      {user.id === me.id && <Badge variant="outline">You</Badge>}
    </Group>
  );
}

import { listUserRolesOptions, deleteUserRoleMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserRole } from '@tributary/client/generated/types.gen';
import { grantableRoles } from '@tributary/contracts/rules/access/roles';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { EmptyState } from '../../components/empty-state.js';
import { QueryView } from '../../components/query-view.js';
import { ResourceTable, RowButton } from '../../components/resource-table.js';
import { useOrganisations } from '../../session/use-organisations.js';
import { meaningOfRole } from './meaning-of-role.js';
import { RoleForm } from './role-form.js';
import { wholeList } from '../../components/paging.js';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useConnectedUser } from '../../session/connected-user.js';

/** The roles of a user that the caller sees; only those that the caller covers can be changed. */
export const userRolesOptions = (user_id: string) => listUserRolesOptions({ path: { user_id }, query: wholeList });

export function UserRoles({ user_id }: { user_id: string }) {
  const query = useQuery(userRolesOptions(user_id));
  const { organisations, nameOf, roleAt } = useOrganisations();
  const [edited, setEdited] = useState<UserRole | 'new'>();
  const [removed, setRemoved] = useState<UserRole>();
  const held = query.data?.data ?? [];
  const free = organisations
    .map(({ id }) => id)
    .filter((id) => grantableRoles(roleAt(id)).length > 0 && !held.some((role) => role.organisation_id === id));
  const mayChange = ({ organisation_id, role }: UserRole) => grantableRoles(roleAt(organisation_id)).includes(role);
  const add = query.data && free.length > 0 && <RowButton onClick={() => setEdited('new')}>Add a role</RowButton>;
  const actions = (role: UserRole) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton onClick={() => setEdited(role)}>Change</RowButton>
      <RowButton onClick={() => setRemoved(role)}>Remove</RowButton>
    </Group>
  );
  return (
    <Stack gap="xs" component="section" aria-label="Roles">
      <Group justify="space-between">
        <SectionTitle>Roles</SectionTitle>
        {add}
      </Group>
      <QueryView query={query}>
        {({ data }) => (
          <ResourceTable
            label="Roles"
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { header: 'Organisation', cell: ({ organisation_id }) => nameOf(organisation_id) },
              { header: 'Role', cell: (role) => <RoleName role={role} /> },
              { header: 'Actions', align: 'right', cell: (role) => mayChange(role) && actions(role) },
            ]}
            empty={
              <EmptyState title="No role">
                Without a role a user signs in, but sees nothing and may do nothing.
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {edited && (
        <RoleForm
          user_id={user_id}
          role={edited === 'new' ? undefined : edited}
          organisation_ids={free}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <RemoveRole role={removed} onClose={() => setRemoved(undefined)} />}
    </Stack>
  );
}

function RoleName({ role: { role } }: { role: UserRole }) {
  return (
    <>
      {role}
      <Text size="xs" c="dimmed">
        {meaningOfRole[role]}
      </Text>
    </>
  );
}

function RemoveRole({ role, onClose }: { role: UserRole; onClose: () => void }) {
  const me = useConnectedUser();
  const { nameOf } = useOrganisations();
  const { user_id, id, organisation_id } = role;
  return (
    <ConfirmWrite
      title={`Remove the role ${role.role} in ${nameOf(organisation_id)}`}
      onClose={onClose}
      write={deleteUserRoleMutation()}
      request={{ path: { user_id, user_role_id: id } }}
      changes={['listUserRoles', 'listUsers', 'getConnectedUser']}
      confirm="Remove"
    >
      Within a second the user, and every program with one of its tokens and keys, loses what this role permits.
      {user_id === me.id && (
        <Text fw={600} mt="xs">
          It is your own role. You cannot add it again yourself.
        </Text>
      )}
    </ConfirmWrite>
  );
}

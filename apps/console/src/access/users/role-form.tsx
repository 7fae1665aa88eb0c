import { createUserRoleMutation, updateUserRoleMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserRole } from '@tributary/client/generated/types.gen';
import { grantableRoles } from '@tributary/contracts/rules/access/roles';
import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import type { Role } from '../../session/connected-user.js';
import { useOrganisations } from '../../session/use-organisations.js';
import { meaningOfRole } from './meaning-of-role.js';
import { useSave } from '../../components/use-save.js';

interface RoleFormProps {
  user_id: string;
  /** Undefined for a new one. */
  role: UserRole | undefined;
  /** In which a new one may be. */
  organisation_ids: readonly string[];
  onClose: () => void;
}

export function RoleForm({ user_id, role, organisation_ids, onClose }: RoleFormProps) {
  const { nameOf, roleAt } = useOrganisations();
  const [organisation_id, setOrganisation] = useState(role?.organisation_id ?? organisation_ids[0] ?? '');
  const [chosen, setChosen] = useState<Role>(role?.role ?? 'READER');
  const { create, update, isPending, error } = useSave({
    create: createUserRoleMutation(),
    update: updateUserRoleMutation(),
    isNew: !role,
    changes: ['listUserRoles', 'listApiTokens', 'listMessageAuthenticationKeys', 'getConnectedUser'],
    onSaved: onClose,
  });
  const submit = () => {
    if (role) update({ path: { user_id, user_role_id: role.id }, body: { role: chosen } });
    else create({ path: { user_id }, body: { organisation_id, role: chosen } });
  };
  const grantable = grantableRoles(roleAt(organisation_id));
  return (
    <FormDialog
      title={role ? `Role in ${nameOf(organisation_id)}` : 'Add a role'}
      onClose={onClose}
      onSubmit={submit}
      submit={role ? 'Save' : 'Add'}
      isPending={isPending}
      failure={error}
    >
      {!role && (
        <NativeSelect
          label="Organisation"
          data={organisation_ids.map((id) => ({ value: id, label: `${nameOf(id)} (${id})` }))}
          value={organisation_id}
          onChange={({ currentTarget }) => setOrganisation(currentTarget.value)}
          error={fieldProblem(error, 'organisation_id')}
        />
      )}
      <NativeSelect
        label="Role"
        description={meaningOfRole[chosen]}
        data={[...grantable]}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(grantable.find((one) => one === value) ?? 'READER')}
        error={fieldProblem(error, 'role')}
      />
      <Text size="sm" c="dimmed">
        It counts within a second. When a user gets more rights, tokens and keys that others made for it end.
      </Text>
    </FormDialog>
  );
}

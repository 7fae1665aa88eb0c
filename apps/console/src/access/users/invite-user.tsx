import { createInvitationMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { grantableRoles } from '@tributary/contracts/rules/access/roles';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.js';
import { SecretDialog } from '../../components/secret-dialog.js';
import { fieldProblem } from '../../components/field-problem.js';
import type { Role } from '../../session/connected-user.js';
import { signInProvider } from '../../session/browser-session.js';
import { apiUrl } from '../../session/session.js';
import { useOrganisations } from '../../session/use-organisations.js';
import { meaningOfRole } from './meaning-of-role.js';
import type { Invitation } from '@tributary/client/generated/types.gen';

/** The address to give away. @param apiUrl `https://cdp.example.org/prefix/v1`: the console may be below a path */
const linkOf = ({ link = '' }: Pick<Invitation, 'link'>, apiUrl: string): string =>
  `${apiUrl.replace(/\/v1$/, '')}${link}`;

/** The button, the dialog that asks whom to invite, and the one that shows the link. */
export function InviteUser({ organisation_id }: { organisation_id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation({
    ...createInvitationMutation(),
    meta: { changes: ['listInvitations', 'listUsers'] },
    onSuccess: ({ data }) => {
      setLink(linkOf(data, apiUrl));
      setOpen(false);
    },
    // The link is not kept longer than its dialog.
    gcTime: 0,
  });
  const forget = () => {
    setLink(undefined);
    reset();
  };
  return (
    <>
      <Button
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        Invite
      </Button>
      {isOpen && (
        <InviteForm
          organisation_id={organisation_id}
          isPending={isPending}
          failure={error}
          onClose={() => setOpen(false)}
          onInvite={(body) => mutate({ path: { organisation_id }, body })}
        />
      )}
      <SecretDialog title="The link of the invitation" secret={link} onClose={forget}>
        <Text>
          Give it to the invited person alone. It works once, for 24 hours.{' '}
          {signInProvider === undefined
            ? 'Who opens it first gets an API token of the user.'
            : `Its page leads to ${signInProvider}, which must know the address.`}
        </Text>
      </SecretDialog>
    </>
  );
}

interface InviteFormProps {
  organisation_id: string;
  isPending: boolean;
  failure: unknown;
  onClose: () => void;
  onInvite: (body: { email: string; role: Role }) => void;
}

function InviteForm({ organisation_id, isPending, failure, onClose, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('READER');
  const { roleAt } = useOrganisations();
  const grantable = grantableRoles(roleAt(organisation_id));
  return (
    <FormDialog
      title="Invite a person"
      onClose={onClose}
      onSubmit={() => onInvite({ email: email.trim(), role })}
      submit="Invite"
      isPending={isPending}
      failure={failure}
    >
      <TextInput
        label="E-mail"
        type="email"
        required
        data-autofocus
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={fieldProblem(failure, 'email')}
      />
      <NativeSelect
        label="Role"
        description={meaningOfRole[role]}
        data={[...grantable]}
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(grantable.find((one) => one === value) ?? 'READER')}
        error={fieldProblem(failure, 'role')}
      />
    </FormDialog>
  );
}

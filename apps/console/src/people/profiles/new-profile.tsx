import { listUserIdentifiersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Autocomplete, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckedForm } from '../../components/forms/checked-form.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { useCompartmentOptions } from '../../words/compartment-name.js';
import { ProfileForm, type Account } from './profile-form.js';

interface NewProfileProps {
  user_point_id: string;
  onClose: () => void;
}

/** Asks for the account first: a profile is always of one. */
export function NewProfile({ user_point_id, onClose }: NewProfileProps) {
  const { datamart_id } = useDatamart();
  const [account, setAccount] = useState<Account>();
  const identifiers = useQuery(
    listUserIdentifiersOptions({ path: { datamart_id, user_point_selector: user_point_id } }),
  );
  if (account) return <ProfileForm account={account} current={{}} user_point_id={user_point_id} onClose={onClose} />;
  const known = identifiers.data?.data.find(({ type }) => type === 'USER_ACCOUNT');
  return (
    <Modal opened onClose={onClose} title="Add a profile">
      {!identifiers.isPending && (
        <AccountFields
          initial={known?.type === 'USER_ACCOUNT' ? known : { compartment_id: 'default', user_account_id: '' }}
          onChoose={setAccount}
        />
      )}
    </Modal>
  );
}

function AccountFields({ initial, onChoose }: { initial: Account; onChoose: (account: Account) => void }) {
  const [compartment_id, setCompartment] = useState(initial.compartment_id);
  const [user_account_id, setAccount] = useState(initial.user_account_id);
  const choose = () => onChoose({ compartment_id: compartment_id.trim(), user_account_id: user_account_id.trim() });
  return (
    <CheckedForm onSubmit={choose}>
      <Stack>
        <Autocomplete
          label="Compartment id"
          {...useCompartmentOptions()}
          value={compartment_id}
          onChange={setCompartment}
          required
        />
        <TextInput
          label="Account id"
          description="One that is unknown so far becomes an account of this person"
          value={user_account_id}
          onChange={(event) => setAccount(event.currentTarget.value)}
          required
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit">Next</Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}

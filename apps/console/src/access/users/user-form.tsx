import { createUserMutation, updateUserMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { User } from '@tributary/client/generated/types.gen';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { bodyOfUser, emailProblem } from './body-of-user.js';
import { nameOfUser } from './user-name.js';

interface UserFormProps {
  /** Undefined for a new one. */
  user: User | undefined;
  /** Of a new one. */
  organisation_id: string;
  onClose: () => void;
  onCreated?: (user: User) => void;
}

export function UserForm({ user, organisation_id, onClose, onCreated }: UserFormProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      type: user?.type ?? 'PERSON',
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
      email: user?.email ?? '',
      display_name: user?.display_name ?? '',
    },
  });
  const saved = async ({ data }: { data: User }) => {
    for (const _id of ['listUsers', 'getUser', 'getConnectedUser'])
      await queries.invalidateQueries({ queryKey: [{ _id }] });
    onClose();
    if (!user) onCreated?.(data);
  };
  const create = useMutation({ ...createUserMutation(), onSuccess: saved });
  const update = useMutation({ ...updateUserMutation(), onSuccess: saved });
  const { error, isPending } = user ? update : create;
  const submit = () => {
    const body = bodyOfUser(form.values);
    if (user) update.mutate({ path: { user_id: user.id }, body });
    else create.mutate({ body: { ...body, organisation_id } });
  };
  const field = (name: 'first_name' | 'last_name' | 'email' | 'display_name') => ({
    ...form.getInputProps(name),
    error: name === 'email' ? emailProblem(error) : fieldProblem(error, name),
  });
  const isPerson = form.values.type === 'PERSON';
  return (
    <FormDialog
      title={user ? `Edit ${nameOfUser(user)}` : 'Add a user'}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={user ? 'Save' : 'Add'}
      isPending={isPending}
      failure={error}
    >
      {!user && (
        <SegmentedControl
          aria-label="Type of the user"
          fullWidth
          data={[
            { value: 'PERSON', label: 'Person' },
            { value: 'SERVICE', label: 'Service account' },
          ]}
          {...form.getInputProps('type')}
        />
      )}
      {isPerson ? (
        <>
          <TextInput label="First name" required {...field('first_name')} />
          <TextInput label="Last name" required {...field('last_name')} />
          <TextInput label="E-mail" type="email" required {...field('email')} />
        </>
      ) : (
        <>
          <TextInput
            label="Display name"
            description="The account of a program. Its tokens stay valid when their creator is deleted."
            required
            {...field('display_name')}
          />
          <TextInput label="E-mail" description="Optional: of the people who run the program." {...field('email')} />
        </>
      )}
    </FormDialog>
  );
}

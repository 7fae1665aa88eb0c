import { createUserMutation, updateUserMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { User } from '@tributary/client/generated/types.gen';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldProblem } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { bodyOfUser, emailProblem } from './body-of-user.js';
import { nameOfUser } from '../../session/connected-user.js';
import { useSave } from '../../components/use-save.js';

interface UserFormProps {
  /** Undefined for a new one. */
  user: User | undefined;
  /** Organisation of a new user. */
  organisation_id: string;
  onClose: () => void;
  onCreated?: (user: User) => void;
}

export function UserForm({ user, organisation_id, onClose, onCreated }: UserFormProps) {
  const form = useForm({
    initialValues: {
      type: user?.type ?? 'PERSON',
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
      email: user?.email ?? '',
      display_name: user?.display_name ?? '',
    },
  });
  const { create, update, isPending, error } = useSave({
    create: createUserMutation(),
    update: updateUserMutation(),
    isNew: !user,
    changes: ['listUsers', 'getUser', 'getConnectedUser'],
    onSaved: ({ data }) => {
      onClose();
      if (!user) onCreated?.(data);
    },
  });
  const submit = () => {
    const body = bodyOfUser(form.values);
    if (user) update({ path: { user_id: user.id }, body });
    else create({ body: { ...body, organisation_id } });
  };
  const field = (name: 'first_name' | 'last_name' | 'email' | 'display_name') => ({
    ...form.getInputProps(name),
    error: name === 'email' ? emailProblem(error) : fieldProblem(error, name),
  });
  const isPerson = form.values.type === 'PERSON';
  return (
    <FormDialog
      title={user ? `Edit ${nameOfUser(user)}` : 'Add a user'}
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

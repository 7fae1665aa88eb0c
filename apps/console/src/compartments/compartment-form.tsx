import {
  createCompartmentMutation,
  updateCompartmentMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../components/form-dialog.js';
import { field } from '../components/field-problem.js';
import { useDatamart } from '../shell/use-datamart.js';
import { useSave } from '../components/use-save.js';

interface CompartmentFormProps {
  /** Undefined for a new one. */
  compartment: Compartment | undefined;
  onClose: () => void;
}

export function CompartmentForm({ compartment, onClose }: CompartmentFormProps) {
  const { datamart_id } = useDatamart();
  const form = useForm({
    initialValues: {
      compartment_id: compartment?.compartment_id ?? '',
      name: compartment?.name ?? '',
      archived: compartment?.archived ?? false,
      exclusive: compartment?.exclusive ?? false,
    },
  });
  const { create, update, isPending, error } = useSave({
    create: createCompartmentMutation(),
    update: updateCompartmentMutation(),
    isNew: !compartment,
    changes: ['listCompartments'],
    onSaved: onClose,
  });
  const submit = () => {
    const { compartment_id, ...body } = form.values;
    if (compartment) update({ path: { datamart_id, compartment_id }, body });
    else create({ path: { datamart_id }, body: { ...body, compartment_id } });
  };
  return (
    <FormDialog
      title={compartment ? `Compartment ${compartment.compartment_id}` : 'Create a compartment'}
      onClose={onClose}
      onSubmit={submit}
      submit={compartment ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      {!compartment && (
        <TextInput
          label="Id"
          description="The $compartment_id of its accounts. It cannot change."
          required
          data-autofocus
          {...field(form, error, 'compartment_id')}
        />
      )}
      <TextInput label="Name" required {...field(form, error, 'name')} />
      <Switch
        label="Exclusive: a person has at most one account of it"
        description="On a shared device, what follows belongs to the account that was named with it last. People who are one already stay one."
        {...form.getInputProps('exclusive', { type: 'checkbox' })}
      />
      {compartment?.default !== true && (
        <Checkbox
          label="Archived: accounts in it are still accepted"
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}

import {
  createCompartmentMutation,
  updateCompartmentMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../components/form-dialog.js';
import { fieldProblem } from '../components/field-problem.js';
import { useDatamart } from '../shell/use-datamart.js';

interface CompartmentFormProps {
  /** Undefined for a new one. */
  compartment: Compartment | undefined;
  onClose: () => void;
}

export function CompartmentForm({ compartment, onClose }: CompartmentFormProps) {
  const { datamart_id } = useDatamart();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      compartment_id: compartment?.compartment_id ?? '',
      name: compartment?.name ?? '',
      archived: compartment?.archived ?? false,
    },
  });
  const saved = {
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [{ _id: 'listCompartments' }] });
      onClose();
    },
  };
  const create = useMutation({ ...createCompartmentMutation(), ...saved });
  const update = useMutation({ ...updateCompartmentMutation(), ...saved });
  const { error, isPending } = compartment ? update : create;
  const submit = () => {
    const { compartment_id, ...body } = form.values;
    if (compartment) update.mutate({ path: { datamart_id, compartment_id }, body });
    else create.mutate({ path: { datamart_id }, body: { ...body, compartment_id } });
  };
  return (
    <FormDialog
      title={compartment ? `Compartment ${compartment.compartment_id}` : 'Register a compartment'}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={compartment ? 'Save' : 'Register'}
      isPending={isPending}
      failure={error}
    >
      {!compartment && (
        <TextInput
          label="Id"
          description="The $compartment_id of its accounts. It cannot change."
          required
          data-autofocus
          {...form.getInputProps('compartment_id')}
          error={fieldProblem(error, 'compartment_id')}
        />
      )}
      <TextInput label="Name" required {...form.getInputProps('name')} error={fieldProblem(error, 'name')} />
      {compartment?.default !== true && (
        <Checkbox
          label="Archived: accounts in it are still accepted"
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}

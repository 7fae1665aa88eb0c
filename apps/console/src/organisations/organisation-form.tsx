import {
  createOrganisationMutation,
  updateOrganisationMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Organisation } from '@tributary/client/generated/types.gen';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';

interface OrganisationFormProps {
  /** Undefined for a new one. */
  organisation: Organisation | undefined;
  community_id: string;
  onClose: () => void;
}

export function OrganisationForm({ organisation, community_id, onClose }: OrganisationFormProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: organisation?.name ?? '', technical_name: organisation?.technical_name ?? '' },
    transformValues: ({ name, technical_name }) => ({ name: name.trim(), technical_name: technical_name.trim() }),
  });
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: [{ _id: 'listOrganisations' }] });
    onClose();
  };
  const create = useMutation({ ...createOrganisationMutation(), onSuccess });
  const update = useMutation({ ...updateOrganisationMutation(), onSuccess });
  const { error, isPending } = organisation ? update : create;
  const submit = () => {
    const body = form.getTransformedValues();
    if (organisation) update.mutate({ path: { organisation_id: organisation.id }, body });
    else create.mutate({ body: { ...body, community_id } });
  };
  return (
    <FormDialog
      title={organisation ? `Edit ${organisation.name}` : 'Create an organisation'}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={organisation ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        {...form.getInputProps('name')}
        error={fieldProblem(error, 'name')}
      />
      <TextInput
        label="Technical name"
        description="For programs, like my-brand. Unique in the community."
        required
        {...form.getInputProps('technical_name')}
        error={fieldProblem(error, 'technical_name')}
      />
    </FormDialog>
  );
}

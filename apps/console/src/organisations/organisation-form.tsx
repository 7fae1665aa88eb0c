import {
  createOrganisationMutation,
  updateOrganisationMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Organisation } from '@tributary/client/generated/types.gen';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { useSave } from '../components/use-save.js';

interface OrganisationFormProps {
  /** Undefined for a new one. */
  organisation: Organisation | undefined;
  community_id: string;
  onClose: () => void;
}

export function OrganisationForm({ organisation, community_id, onClose }: OrganisationFormProps) {
  const form = useForm({
    initialValues: { name: organisation?.name ?? '', technical_name: organisation?.technical_name ?? '' },
    transformValues: ({ name, technical_name }) => ({ name: name.trim(), technical_name: technical_name.trim() }),
  });
  const { create, update, isPending, error } = useSave({
    create: createOrganisationMutation(),
    update: updateOrganisationMutation(),
    isNew: !organisation,
    changes: ['listOrganisations'],
    onSaved: onClose,
  });
  const submit = () => {
    const body = form.getTransformedValues();
    if (organisation) update({ path: { organisation_id: organisation.id }, body });
    else create({ body: { ...body, community_id } });
  };
  return (
    <FormDialog
      title={organisation ? `Edit ${organisation.name}` : 'Create an organisation'}
      onClose={onClose}
      onSubmit={submit}
      submit={organisation ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <TextInput
        label="Technical name"
        description="For programs, like my-brand. Unique in the community."
        required
        {...field(form, error, 'technical_name')}
      />
    </FormDialog>
  );
}

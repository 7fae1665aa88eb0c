import {
  createProcessingMutation,
  updateProcessingMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Processing } from '@tributary/client/generated/types.gen';
import { Checkbox, Select, Text, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { legalBases, type LegalBasis } from './legal-bases.js';
import { useSave } from '../components/use-save.js';

interface ProcessingFormProps {
  community_id: string;
  /** Undefined for a new one. */
  processing: Processing | undefined;
  onClose: () => void;
}

interface FormValues {
  name: string;
  purpose: string;
  technical_name: string;
  legal_basis: LegalBasis;
  archived: boolean;
}

export function ProcessingForm({ community_id, processing, onClose }: ProcessingFormProps) {
  const form = useForm<FormValues>({ initialValues: initialValues(processing) });
  const { save, failure, isPending } = useSaving(community_id, processing, onClose);
  const { legal_basis } = form.values;
  return (
    <FormDialog
      title={processing ? `Processing ${processing.id}` : 'Create a processing'}
      onClose={onClose}
      onSubmit={() => save(form.values)}
      submit={processing ? 'Save' : 'Create'}
      isPending={isPending}
      failure={failure}
    >
      <TextInput label="Name" required data-autofocus {...field(form, failure, 'name')} />
      <Textarea label="Purpose" autosize minRows={2} maxRows={8} {...form.getInputProps('purpose')} />
      <div>
        <Select
          label="Legal basis"
          allowDeselect={false}
          data={Object.entries(legalBases).map(([value, { label }]) => ({ value, label }))}
          {...form.getInputProps('legal_basis')}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {legalBases[legal_basis].effect} {processing && 'A change acts within a second.'}
        </Text>
      </div>
      <TextInput label="Technical name" {...field(form, failure, 'technical_name')} />
      <Checkbox
        label="Archived: channels that have selected it keep it"
        {...form.getInputProps('archived', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

const initialValues = (processing: Processing | undefined): FormValues => ({
  name: processing?.name ?? '',
  purpose: processing?.purpose ?? '',
  technical_name: processing?.technical_name ?? '',
  legal_basis: processing?.legal_basis ?? 'CONSENT',
  archived: processing?.archived ?? false,
});

function useSaving(community_id: string, processing: Processing | undefined, onClose: () => void) {
  const { create, update, isPending, error } = useSave({
    create: createProcessingMutation(),
    update: updateProcessingMutation(),
    isNew: !processing,
    changes: ['listProcessings'],
    onSaved: onClose,
  });
  const save = ({ technical_name, ...values }: FormValues) => {
    const body = { ...values, technical_name: technical_name || null };
    if (processing) update({ path: { processing_id: processing.id }, body });
    else create({ body: { ...body, community_id } });
  };
  return { save, failure: error, isPending };
}

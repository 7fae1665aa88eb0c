import { putEventTypeMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { EventType } from '@tributary/client/generated/types.gen';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../components/form-dialog.js';
import { field } from '../components/field-problem.js';
import { readObject } from '../json/read-json.js';
import { useDatamart } from '../shell/use-datamart.js';

interface EventTypeFormProps {
  /** Undefined for one that has not come. */
  eventType: EventType | undefined;
  onClose: () => void;
}

const statuses = [
  { value: 'OBSERVED', label: 'Observed' },
  { value: 'EXPECTED', label: 'Expected' },
  { value: 'BLOCKED', label: 'Blocked: left out of activities' },
];
const violations = [
  { value: 'COUNT', label: 'Count it' },
  { value: 'REFUSE', label: 'Refuse the activity' },
];

export function EventTypeForm({ eventType, onClose }: EventTypeFormProps) {
  const { datamart_id } = useDatamart();
  const form = useForm({
    initialValues: {
      name: eventType?.name ?? '',
      description: eventType?.description ?? '',
      status: eventType?.status ?? 'EXPECTED',
      schema: eventType?.schema === undefined ? '' : JSON.stringify(eventType.schema, null, 2),
      on_violation: eventType?.on_violation ?? 'COUNT',
    },
    validate: { schema: schemaProblem },
  });
  const { mutate, isPending, error } = useMutation({
    ...putEventTypeMutation(),
    meta: { changes: ['listEventTypes'] },
    onSuccess: onClose,
  });
  const submit = form.onSubmit(({ name: event_name, description, schema, ...values }) =>
    mutate({
      path: { datamart_id, event_name },
      body: { ...values, description: description || null, schema: schemaOf(schema) },
    }),
  );
  return (
    <FormDialog
      title={eventType ? `Plan ${eventType.name}` : 'Plan an event'}
      onClose={onClose}
      onSubmit={() => submit()}
      submit="Save"
      isPending={isPending}
      failure={error}
      size="lg"
    >
      {!eventType && <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />}
      <TextInput label="Description" {...field(form, error, 'description')} />
      <NativeSelect label="Status" data={statuses} {...field(form, error, 'status')} />
      <Textarea
        label="Schema of its properties"
        description="JSON Schema 2020-12. Empty: none."
        autosize
        minRows={4}
        maxRows={16}
        {...field(form, error, 'schema')}
      />
      <NativeSelect
        label="An event that breaks the schema"
        data={violations}

        {...field(form, error, 'on_violation')}
      />
    </FormDialog>
  );
}

function schemaProblem(text: string): string | null {
  if (text.trim() === '') return null;
  return readObject(text).problem ?? null;
}

const schemaOf = (text: string) => (text.trim() === '' ? null : (readObject(text).value ?? null));

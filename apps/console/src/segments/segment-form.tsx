import {
  createAudienceSegmentMutation,
  updateAudienceSegmentMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { Checkbox, Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { field, fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { useSave } from '../components/use-save.js';
import { useDatamart } from '../shell/use-datamart.js';
import { readTtl, ttlMs, ttlUnits, type TtlUnit } from './describe-ttl.js';

interface SegmentFormProps {
  /** Undefined for a new one. */
  segment: AudienceSegment | undefined;
  onClose: () => void;
}

interface Values {
  name: string;
  technical_name: string;
  short_description: string;
  isEnding: boolean;
  amount: number | string;
  unit: TtlUnit;
  paused: boolean;
}

export function SegmentForm({ segment, onClose }: SegmentFormProps) {
  const { datamart_id, organisation_id } = useDatamart();
  const form = useForm<Values>({
    initialValues: valuesOf(segment),
    validate: { amount: (amount, { isEnding }) => (isEnding && !(Number(amount) > 0) ? 'How long?' : null) },
  });
  const navigate = useNavigate();
  const { create, update, isPending, error } = useSave({
    create: createAudienceSegmentMutation(),
    update: updateAudienceSegmentMutation(),
    isNew: !segment,
    changes: ['listAudienceSegments', 'getAudienceSegment'],
    onSaved: ({ data: { id } }) => {
      if (segment) return onClose();
      // Its page says how to fill it.
      void navigate({ to: '/d/$datamart_id/segments/$segment_id', params: { datamart_id, segment_id: id } });
    },
  });
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    if (segment) update({ path: { audience_segment_id: segment.id }, body });
    else create({ body: { ...body, datamart_id, organisation_id } });
  });
  return (
    <FormDialog
      title={segment ? `Segment ${segment.name}` : 'Create a segment'}
      onClose={onClose}
      onSubmit={submit}
      submit={segment ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <TextInput
        label="Technical name"
        description="Optional. Lines of imports may name the segment by it; unique in the datamart"
        {...field(form, error, 'technical_name')}
      />
      <Textarea label="Description" autosize {...field(form, error, 'short_description')} />
      <Ending form={form} problem={fieldProblem(error, 'default_ttl')} />
      <Checkbox
        label="Paused: a note for readers, people still come and go"
        {...form.getInputProps('paused', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

const Ending = ({ form, problem }: { form: UseFormReturnType<Values>; problem: string | undefined }) => (
  <>
    <Checkbox
      label="Memberships end by default"
      description="Counts for memberships that have no expiration of their own"
      {...form.getInputProps('isEnding', { type: 'checkbox' })}
    />
    {form.values.isEnding && (
      <Group grow align="flex-start">
        <NumberInput
          label="After"
          min={0}
          withAsterisk
          {...form.getInputProps('amount')}
          error={form.errors['amount'] ?? problem}
        />
        <Select label="Unit" data={[...ttlUnits]} allowDeselect={false} {...form.getInputProps('unit')} />
      </Group>
    )}
  </>
);

function valuesOf(segment: AudienceSegment | undefined): Values {
  const { name = '', technical_name = '', short_description = '', default_ttl = 0, paused = false } = segment ?? {};
  const ttl = default_ttl > 0 ? readTtl(default_ttl) : { amount: 30, unit: 'days' as const };
  return { name, technical_name, short_description, paused, isEnding: default_ttl > 0, ...ttl };
}

const bodyOf = ({ name, technical_name, short_description, isEnding, amount, unit, paused }: Values) => ({
  name: name.trim(),
  technical_name: technical_name.trim() || null,
  short_description: short_description.trim() || null,
  default_ttl: isEnding ? ttlMs(Number(amount), unit) : 0,
  type: 'USER_LIST' as const,
  paused,
});

import {
  createDashboardMutation,
  getOrganisationOptions,
  listAudienceSegmentsOptions,
  updateDashboardMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { Checkbox, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { field } from '../../components/field-problem.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { bodyOf, scopes, valuesOf } from './registration-values.js';
import { wholeList } from '../../components/paging.js';
import { useSave } from '../../components/use-save.js';

interface RegistrationFormProps {
  /** Undefined for a new one. */
  registration: DashboardRegistration | undefined;
  onClose: () => void;
  onSaved: (registration: DashboardRegistration) => void;
}

export function RegistrationForm({ registration, onClose, onSaved }: RegistrationFormProps) {
  const { organisation_id } = useDatamart();
  const form = useForm({ initialValues: valuesOf(registration) });
  // A new registration names its community.
  const organisation = useQuery(getOrganisationOptions({ path: { organisation_id } }));
  const community_id = registration?.community_id ?? organisation.data?.data.community_id;
  const { save, isPending, failure } = useSaving(registration, onSaved);
  const submit = form.onSubmit((values) => {
    if (community_id !== undefined) save(bodyOf(values, { organisation_id, community_id }));
  });
  return (
    <FormDialog
      title={registration ? 'Edit the registration' : 'Create a dashboard'}
      onClose={onClose}
      onSubmit={submit}
      submit={registration ? 'Save' : 'Create'}
      isPending={isPending || (community_id === undefined && organisation.isPending)}
      failure={failure ?? organisation.error}
    >
      <TextInput label="Title" required data-autofocus {...field(form, failure, 'title')} />
      <Checkbox.Group label="Shown in" {...form.getInputProps('scopes')}>
        <Stack gap={6} mt={4}>
          {scopes.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.includes('segments') && (
        <SegmentsField value={form.values.segment_ids} onChange={(ids) => form.setFieldValue('segment_ids', ids)} />
      )}
      {form.values.scopes.includes('builders') && (
        <TagsInput
          label="Builders"
          description="Their ids, each followed by Enter. None: all builders."
          {...form.getInputProps('builder_ids')}
        />
      )}
      {registration && (
        <Checkbox label="Archived: hidden, but not deleted" {...form.getInputProps('archived', { type: 'checkbox' })} />
      )}
    </FormDialog>
  );
}

function useSaving(registration: DashboardRegistration | undefined, onSaved: RegistrationFormProps['onSaved']) {
  const { organisation_id } = useDatamart();
  const { create, update, isPending, error } = useSave({
    create: createDashboardMutation(),
    update: updateDashboardMutation(),
    isNew: !registration,
    changes: ['listDashboards', 'getDashboard'],
    onSaved: ({ data }) => onSaved(data),
  });
  const save = (body: ReturnType<typeof bodyOf>) =>
    registration
      ? update({ path: { dashboard_id: registration.id }, query: { organisation_id }, body })
      : create({ body });
  return { save, isPending, failure: error };
}

interface SegmentsFieldProps {
  value: string[];
  onChange: (ids: string[]) => void;
}

function SegmentsField({ value, onChange }: SegmentsFieldProps) {
  const { datamart_id, organisation_id } = useDatamart();
  const query = { organisation_id, datamart_id, ...wholeList };
  const segments = useQuery(listAudienceSegmentsOptions({ query }));
  const offered = (segments.data?.data ?? []).map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  const others = value.filter((id) => !offered.some((each) => each.value === id));
  return (
    <MultiSelect
      label="Segments"
      description="None: all segments."
      data={[...offered, ...others]}
      searchable
      clearable
      nothingFoundMessage="No segment of this name"
      value={value}
      onChange={onChange}
    />
  );
}

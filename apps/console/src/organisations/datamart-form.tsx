import { createDatamartMutation, updateDatamartMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Datamart } from '@tributary/client/generated/types.gen';
import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblem } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { timeZones } from './time-zones.js';

interface DatamartFormProps {
  /** Undefined for a new one. */
  datamart: Datamart | undefined;
  organisation_id: string;
  onClose: () => void;
}

export function DatamartForm({ datamart, organisation_id, onClose }: DatamartFormProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: datamart?.name ?? '', time_zone: datamart?.time_zone ?? 'UTC' },
    transformValues: ({ name, time_zone }) => ({ name: name.trim(), time_zone }),
  });
  const onSuccess = async () => {
    for (const _id of ['listDatamarts', 'getConnectedUser']) await queries.invalidateQueries({ queryKey: [{ _id }] });
    onClose();
  };
  const create = useMutation({ ...createDatamartMutation(), onSuccess });
  const update = useMutation({ ...updateDatamartMutation(), onSuccess });
  const { error, isPending } = datamart ? update : create;
  const submit = () => {
    const body = form.getTransformedValues();
    if (datamart) update.mutate({ path: { datamart_id: datamart.id }, body });
    else create.mutate({ body: { ...body, organisation_id } });
  };
  return (
    <FormDialog
      title={datamart ? `Edit the datamart ${datamart.name}` : 'Create a datamart'}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={datamart ? 'Save' : 'Create'}
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
      <Select
        label="Time zone"
        description="In which the console can show instants. Reports are always in UTC."
        searchable
        allowDeselect={false}
        limit={100}
        data={timeZones(datamart?.time_zone)}
        {...form.getInputProps('time_zone')}
        error={fieldProblem(error, 'time_zone')}
      />
    </FormDialog>
  );
}

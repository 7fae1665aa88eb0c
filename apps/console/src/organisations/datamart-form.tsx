import { createDatamartMutation, updateDatamartMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Datamart } from '@tributary/client/generated/types.gen';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { junkWords } from '@tributary/contracts/rules/junk-words';
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { FlagRulesFields } from './flag-rules-fields.js';
import { timeZones } from '../time/zone.js';
import { useSave } from '../components/use-save.js';

interface DatamartFormProps {
  /** Undefined for a new one. */
  datamart: Datamart | undefined;
  organisation_id: string;
  onClose: () => void;
}

export function DatamartForm({ datamart, organisation_id, onClose }: DatamartFormProps) {
  const form = useForm({
    initialValues: {
      name: datamart?.name ?? '',
      time_zone: datamart?.time_zone ?? 'UTC',
      junk_exceptions: datamart?.junk_exceptions ?? [],
      flag_rules: datamart?.flag_rules ?? { ...defaultFlagRules },
    },
    transformValues: ({ name, ...rest }) => ({ name: name.trim(), ...rest }),
  });
  const { create, update, isPending, error } = useSave({
    create: createDatamartMutation(),
    update: updateDatamartMutation(),
    isNew: !datamart,
    changes: ['listDatamarts', 'getConnectedUser'],
    onSaved: onClose,
  });
  const submit = () => {
    const body = form.getTransformedValues();
    if (datamart) update({ path: { datamart_id: datamart.id }, body });
    else create({ body: { ...body, organisation_id } });
  };
  return (
    <FormDialog
      title={datamart ? `Edit the datamart ${datamart.name}` : 'Create a datamart'}
      onClose={onClose}
      onSubmit={submit}
      submit={datamart ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <Select
        label="Time zone"
        description="The days of its reports."
        searchable
        allowDeselect={false}
        limit={100}
        data={timeZones(datamart?.time_zone)}
        {...field(form, error, 'time_zone')}
      />
      <MultiSelect
        label="Not junk here"
        description="Words that trackers send without an identifier, and that are identifiers of people in this datamart."
        clearable
        data={[...junkWords]}
        {...field(form, error, 'junk_exceptions')}
      />
      <FlagRulesFields inputOf={(name) => field(form, error, name)} />
    </FormDialog>
  );
}

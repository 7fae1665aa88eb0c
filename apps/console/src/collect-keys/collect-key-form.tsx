import {
  createCollectKeyMutation,
  updateCollectKeyMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import { Checkbox, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../components/form-dialog.js';
import { field } from '../components/field-problem.js';
import { useSave } from '../components/use-save.js';
import { useDatamart } from '../shell/use-datamart.js';

interface CollectKeyFormProps {
  /** Undefined for a new one. */
  collectKey: CollectKey | undefined;
  onClose: () => void;
}

export function CollectKeyForm({ collectKey, onClose }: CollectKeyFormProps) {
  const { datamart_id } = useDatamart();
  const form = useForm({
    initialValues: {
      name: collectKey?.name ?? '',
      allowed_origins: collectKey?.allowed_origins ?? [],
      channel_id: collectKey?.channel_id ?? '',
      max_qps: collectKey?.max_qps ?? '',
      accepts_profiles: collectKey?.accepts_profiles ?? false,
    },
  });
  const { create, update, isPending, error } = useSave({
    create: createCollectKeyMutation(),
    update: updateCollectKeyMutation(),
    isNew: !collectKey,
    changes: ['listCollectKeys'],
    onSaved: onClose,
  });
  const submit = () => {
    const { channel_id, max_qps, ...values } = form.values;
    const body = { ...values, channel_id: channel_id.trim() || null, max_qps: max_qps === '' ? null : Number(max_qps) };
    if (collectKey) update({ path: { datamart_id, collect_key_id: collectKey.id }, body });
    else create({ path: { datamart_id }, body });
  };
  return (
    <FormDialog
      title={collectKey ? `Collect key ${collectKey.name}` : 'Create a collect key'}
      onClose={onClose}
      onSubmit={submit}
      submit={collectKey ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <TagsInput
        label="Allowed origins"
        description="Origins of the pages that may use it, as https://shop.example; * for any. Without one, only servers and apps may."
        placeholder={form.values.allowed_origins.length === 0 ? 'https://shop.example' : ''}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        {...field(form, error, 'allowed_origins')}
      />
      <TextInput
        label="Channel"
        description="The id of the channel of activities that name none. Those of another are refused."
        {...field(form, error, 'channel_id')}
      />
      <NumberInput
        label="Activities per second"
        description="In each gateway. Empty: no limit."
        min={0}
        {...field(form, error, 'max_qps')}
      />
      <Checkbox
        label="Accepts profiles: who knows the key can change the properties of people"
        {...form.getInputProps('accepts_profiles', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

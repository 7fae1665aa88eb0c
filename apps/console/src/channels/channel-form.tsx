import { createChannel } from '@tributary/client/generated/sdk.gen';
import type { Channel } from '@tributary/client/generated/types.gen';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { field } from '../components/field-problem.js';
import { FormDialog } from '../components/form-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { channelTypes, updateChannel, type ChannelInput } from './channel-types.js';

interface ChannelFormProps {
  /** Undefined for a new one. */
  channel: Channel | undefined;
  onClose: () => void;
  onCreated?: (channel_id: string) => void;
}

export function ChannelForm({ channel, onClose, onCreated }: ChannelFormProps) {
  const { datamart_id } = useDatamart();
  const form = useForm({
    initialValues: {
      id: '',
      name: channel?.name ?? '',
      type: channel?.type ?? ('SITE' as const),
      domain: channel?.domain ?? '',
      enable_analytics: channel?.enable_analytics ?? false,
      leaves_out_bots: channel?.leaves_out_bots ?? false,
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ id, ...body }: ChannelInput) => {
      if (channel) return void (await updateChannel(channel, body));
      const { data } = await createChannel({ path: { datamart_id }, body: { ...body, id: id || null } });
      onCreated?.(data.data.id);
    },
    meta: { changes: ['listChannels', 'getChannel'] },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={channel ? `Channel ${channel.id}` : 'Create a channel'}
      onClose={onClose}
      onSubmit={() => mutate({ ...form.values, domain: form.values.domain || null })}
      submit={channel ? 'Save' : 'Create'}
      isPending={isPending}
      failure={error}
    >
      <TextInput label="Name" required data-autofocus {...field(form, error, 'name')} />
      <Select
        label="Type"
        description={channel && 'It cannot change.'}
        disabled={channel !== undefined}
        allowDeselect={false}
        data={Object.entries(channelTypes).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('type')}
      />
      {!channel && (
        <TextInput
          label="Id"
          description="What its activities name already, such as shop-fr. Empty: one is made."
          maxLength={128}
          {...field(form, error, 'id')}
        />
      )}
      {form.values.type === 'SITE' && <TextInput label="Domain" {...field(form, error, 'domain')} />}
      <Checkbox label="Enable analytics" {...form.getInputProps('enable_analytics', { type: 'checkbox' })} />
      <Checkbox
        label="Leave out bots"
        description="Activities whose user agent says that it is of a crawler or a script are not stored."
        {...form.getInputProps('leaves_out_bots', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

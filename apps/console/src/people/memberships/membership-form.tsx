import { putUserSegmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserSegment } from '@tributary/client/generated/types.gen';
import { Autocomplete, JsonInput, NumberInput, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { readJson } from '../../json/read-json.js';
import { useSegments } from './use-segments.js';

const minutesPerDay = 24 * 60;

type Ending = 'default' | 'never' | 'days' | 'as-is';

interface MembershipFormProps {
  user_point_id: string;
  /** Undefined for a new one. */
  membership: UserSegment | undefined;
  onClose: () => void;
}

export function MembershipForm({ user_point_id, membership, onClose }: MembershipFormProps) {
  const { datamart_id } = useDatamart();
  const { segments } = useSegments();
  const save = useSaveMembership(onClose);
  const form = useForm({
    initialValues: {
      segment: membership?.segment_id ?? '',
      ending: (membership ? 'as-is' : 'default') as Ending,
      days: 30 as number | string,
      dataBag: membership == null || membership.data_bag === null ? '' : JSON.stringify(membership.data_bag, null, 2),
    },
    validate: {
      days: (days, { ending }) => (ending === 'days' && !(Number(days) >= 1) ? 'At least 1 day' : null),
      dataBag: (text) => readJson(text).problem ?? null,
    },
  });
  const labels = segments.map(({ id, name }) => ({ id, label: `${name} (${id})` }));
  const submit = form.onSubmit(({ segment, ending, days, dataBag }) => {
    const { value } = readJson(dataBag);
    save.mutate({
      path: {
        datamart_id,
        user_point_selector: user_point_id,
        segment_id: labels.find(({ label }) => label === segment)?.id ?? segment.trim(),
      },
      body: { ...expiration(ending, Number(days), membership), ...(value !== undefined && { data_bag: value }) },
    });
  });
  return (
    <FormDialog
      title={membership ? `Membership of ${membership.segment_id}` : 'Add to a segment'}
      onClose={onClose}
      onSubmit={submit}
      submit={membership ? 'Save' : 'Add'}
      isPending={save.isPending}
      failure={save.error}
    >
      {!membership && (
        <Autocomplete
          label="Segment"
          description="By its name, or the id of another one"
          data={labels.map(({ label }) => label)}
          required
          {...form.getInputProps('segment')}
        />
      )}
      <Radio.Group label="The membership ends" {...form.getInputProps('ending')}>
        <Stack gap="xs" mt="xs">
          {membership && <Radio value="as-is" label="when it ends at present" />}
          {!membership && <Radio value="default" label="after the segment's default time" />}
          <Radio value="never" label="never" />
          <Radio value="days" label="after some days" />
        </Stack>
      </Radio.Group>
      {form.values.ending === 'days' && (
        <NumberInput label="Days" min={1} withAsterisk {...form.getInputProps('days')} />
      )}
      <JsonInput
        label="Data bag"
        description="Optional: any JSON value that is kept with the membership"
        placeholder='{"score": 12}'
        autosize
        minRows={2}
        {...form.getInputProps('dataBag')}
      />
    </FormDialog>
  );
}

function useSaveMembership(onClose: () => void) {
  return useMutation({
    ...putUserSegmentMutation(),
    meta: { changes: ['listUserSegments'] },
    onSuccess: () => {
      notifications.show({ message: 'The membership is saved.' });
      onClose();
    },
  });
}

/** Without an expiration of its own a membership gets the segment's default. */
function expiration(ending: Ending, days: number, membership: UserSegment | undefined) {
  const never = { expiration_duration: 0 };
  if (ending === 'days') return { expiration_duration: Math.round(days * minutesPerDay) };
  if (ending === 'never') return never;
  if (ending === 'default' || !membership) return {};
  return membership.expiration_ts === null ? never : { expiration_ts: membership.expiration_ts };
}

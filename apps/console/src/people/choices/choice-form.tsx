import { putUserChoiceMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Autocomplete, JsonInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../components/form-dialog.js';
import { readObject } from '../../json/read-json.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { serverNow } from '../../time/server-clock.js';
import { useProcessings } from './use-processings.js';

const isId = /^\S+$/;

/** Records what a person has chosen, now or at another time. The API wants the time of a choice, and the latest counts. */
export function ChoiceForm({ user_point_id, onClose }: { user_point_id: string; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const { processings } = useProcessings();
  const form = useForm({
    initialValues: { processing: '', answer: '', when: '', custom: '' },
    validate: { custom: (text) => readObject(text).problem ?? null },
  });
  const { mutate, isPending, error } = useMutation({
    ...putUserChoiceMutation(),
    meta: { changes: ['listUserChoices', 'listUserChoiceChanges'] },
    onSuccess: () => {
      notifications.show({ message: 'The choice is recorded.' });
      onClose();
    },
  });
  const labels = processings.map(({ id, name }) => ({ id, label: `${name} (${id})` }));
  const submit = form.onSubmit(({ processing, answer, when, custom }) => {
    const processing_id = labels.find(({ label }) => label === processing)?.id ?? processing.trim();
    mutate({
      path: { datamart_id, user_point_selector: user_point_id, processing_id },
      body: {
        ...readObject(custom).value,
        $choice_ts: when === '' ? serverNow() : Date.parse(when),
        $choice_acceptance_value: answer === 'accepted',
      },
    });
  });
  const { processing, when } = form.values;
  const isOther = isId.test(processing) && !labels.some(({ label }) => label === processing);
  return (
    <FormDialog
      title="Record a choice"
      onClose={onClose}
      onSubmit={submit}
      submit="Record"
      isPending={isPending}
      failure={error}
    >
      <Autocomplete
        label="Processing"
        description={
          isOther ? `Taken for the id of a processing: ${processing}` : 'By its name, or the id of another one'
        }
        data={labels.map(({ label }) => label)}
        required
        {...form.getInputProps('processing')}
      />
      <Radio.Group label="The person has" required {...form.getInputProps('answer')}>
        <Stack gap="xs" mt="xs">
          <Radio value="accepted" label="accepted it" required />
          <Radio value="refused" label="refused it" required />
        </Stack>
      </Radio.Group>
      <TextInput
        type="datetime-local"
        step={1}
        label="When, in your time zone"
        description={when === '' ? 'Empty: now, by the clock of the server' : <Instant at={Date.parse(when)} />}
        {...form.getInputProps('when')}
      />
      <JsonInput
        label="Other fields"
        description="Optional: a JSON object that is kept with the choice"
        placeholder='{"channel":"phone"}'
        autosize
        minRows={2}
        {...form.getInputProps('custom')}
      />
      <Text size="sm" c="dimmed">
        The choice with the latest time counts. The others stay in the history.
      </Text>
    </FormDialog>
  );
}

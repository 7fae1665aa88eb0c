import { collectUserActivityMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Autocomplete, Group, NativeSelect, SegmentedControl, Text, TextInput, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { composeActivity, type ActivityFields } from '@tributary/client/activities/compose-activity';
import { fieldOfForm, parseActivity } from '../activities/parse-activity.js';
import { newUuid } from '../activities/new-uuid.js';
import { messageOfFailure } from '../components/failure-notice.js';
import { FormDialog } from '../components/form-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';

const startFields = (): ActivityFields => ({
  type: 'SITE_VISIT',
  channel: '',
  event_name: '$page_view',
  identifierKind: 'USER_AGENT',
  identifier: `web:console:${newUuid().slice(0, 8)}`,
});

export function SendActivityDialog({ onClose }: { onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const [fields, setFields] = useState(startFields);
  const [form, setForm] = useState('fields');
  /** Undefined until it is edited: then the fields no longer change it. */
  const [edited, setEdited] = useState<string>();
  const [invalid, setInvalid] = useState<string>();
  const send = useMutation({
    ...collectUserActivityMutation(),
    onSuccess: () => {
      notifications.show({ message: 'Accepted. It shows here within a second.' });
      onClose();
    },
  });
  const submit = () => {
    try {
      const body = form === 'fields' ? composeActivity(fields) : parseActivity(json);
      setInvalid(undefined);
      send.mutate({ path: { datamart_id }, body });
    } catch (error) {
      setInvalid(messageOfFailure(error));
    }
  };
  const json = edited ?? JSON.stringify(composeActivity(fields), null, 2);
  return (
    <FormDialog
      title="Send an activity"
      onClose={onClose}
      onSubmit={submit}
      submit="Send"
      isPending={send.isPending}
      failure={send.error}
      size="lg"
    >
      <SegmentedControl
        aria-label="Write it as"
        value={form}
        onChange={setForm}
        data={[
          { value: 'fields', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {form === 'fields' ? (
        <Fields fields={fields} onChange={setFields} failure={send.error} />
      ) : (
        <Textarea
          label="Activity"
          required
          description="Any field of an activity, as the API takes it"
          value={json}
          onChange={({ currentTarget: { value } }) => setEdited(value)}
          error={invalid}
          autosize
          minRows={10}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      <Text size="sm" c="dimmed">
        It is a real activity: it is stored, and it counts in reports.
      </Text>
    </FormDialog>
  );
}

interface FieldsProps {
  fields: ActivityFields;
  onChange: (fields: ActivityFields) => void;
  failure: unknown;
}

function Fields({ fields, onChange, failure }: FieldsProps) {
  const wrong = failure instanceof RequestFailure ? fieldOfForm(failure.field) : undefined;
  const bind = (name: keyof ActivityFields) => ({
    value: fields[name],
    error: wrong === name ? messageOfFailure(failure) : undefined,
  });
  const change = (values: Partial<ActivityFields>) => onChange({ ...fields, ...values });
  return (
    <>
      <Autocomplete
        label="Type"
        {...bind('type')}
        onChange={(type) => change({ type })}
        data={['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT', 'TOUCH', 'EMAIL']}
        required
      />
      <TextInput
        label="Channel"
        description="The id of a site, an application or a TV. May be left out"
        {...bind('channel')}
        onChange={({ currentTarget: { value } }) => change({ channel: value })}
      />
      <TextInput
        label="Event name"
        {...bind('event_name')}
        onChange={({ currentTarget: { value } }) => change({ event_name: value })}
      />
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <NativeSelect
          label="Identified by"
          value={fields.identifierKind}
          onChange={({ currentTarget: { value } }) =>
            change({ identifierKind: value as ActivityFields['identifierKind'] })
          }
          data={[
            { value: 'USER_AGENT', label: 'User agent id' },
            { value: 'USER_ACCOUNT', label: 'Account' },
            { value: 'USER_EMAIL', label: 'E-mail address' },
          ]}
        />
        <TextInput
          label="Identifier"
          {...bind('identifier')}
          onChange={({ currentTarget: { value } }) => change({ identifier: value })}
          required
        />
      </Group>
    </>
  );
}

import { putUserProfileMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UpdateStrategy } from '@tributary/contracts/rules/resources/choices';
import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import type { Properties } from './diff-profile.js';
import { planWrite } from './plan-write.js';
import { ProfileDiff } from './profile-diff.js';

export interface Account {
  compartment_id: string;
  user_account_id: string;
}

const strategies: { value: UpdateStrategy; label: string; description: string }[] = [
  {
    value: 'PARTIAL_UPDATE',
    label: 'Change what I edit',
    description: 'PARTIAL_UPDATE: properties that you add or change are written, all others stay.',
  },
  {
    value: 'FORCE_REPLACE',
    label: 'Replace the whole profile',
    description: 'FORCE_REPLACE: the text becomes the profile. What is not in it is deleted.',
  },
  {
    value: 'PARTIAL_DELETE',
    label: 'Delete what I name',
    description:
      'PARTIAL_DELETE: {"name": null} deletes the property, an object deletes inside it, an array deletes equal elements.',
  },
];

interface ProfileFormProps {
  account: Account;
  current: Properties;
  user_point_id: string;
  onClose: () => void;
}

export function ProfileForm({ account, current: shown, user_point_id, onClose }: ProfileFormProps) {
  const { datamart_id } = useDatamart();
  const [strategy, setStrategy] = useState<UpdateStrategy>('PARTIAL_UPDATE');
  const [mergeObjects, setMergeObjects] = useState(false);
  // As it was when the form opened: against a profile read later, properties that others changed would look edited here.
  const [current] = useState(shown);
  const [edited, setEdited] = useState(() => JSON.stringify(current, null, 2));
  const [deleted, setDeleted] = useState('{}');
  const isDeletion = strategy === 'PARTIAL_DELETE';
  const { plan, problem } = planWrite(current, { strategy, mergeObjects, text: isDeletion ? deleted : edited });
  const save = useSave(onClose);
  const submit = () => {
    if (!plan) return;
    save.mutate({
      path: { datamart_id, user_point_selector: user_point_id, ...account },
      body: plan.write.body,
      query: { update_strategy: strategy, ...(strategy === 'PARTIAL_UPDATE' && { merge_objects: mergeObjects }) },
    });
  };
  return (
    <FormDialog
      title={`Profile of ${account.compartment_id}/${account.user_account_id}`}
      onClose={onClose}
      onSubmit={submit}
      submit="Save"
      isPending={save.isPending}
      failure={save.error}
      size="xl"
    >
      <Strategies strategy={strategy} onChoose={setStrategy} />
      {strategy === 'PARTIAL_UPDATE' && (
        <Checkbox
          label="Merge nested objects"
          description="merge_objects: inside objects, too, only what you edit is written"
          checked={mergeObjects}
          onChange={(event) => setMergeObjects(event.currentTarget.checked)}
        />
      )}
      <Textarea
        label={isDeletion ? 'To delete' : 'Properties'}
        value={isDeletion ? deleted : edited}
        onChange={(event) => (isDeletion ? setDeleted : setEdited)(event.currentTarget.value)}
        error={problem}
        styles={{ input: { fontFamily: 'monospace' } }}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        data-autofocus
      />
      {plan && <ProfileDiff plan={plan} />}
    </FormDialog>
  );
}

interface StrategiesProps {
  strategy: UpdateStrategy;
  onChoose: (strategy: UpdateStrategy) => void;
}

const Strategies = ({ strategy, onChoose }: StrategiesProps) => (
  <Radio.Group
    label="What to do"
    value={strategy}
    onChange={(value) => onChoose(strategies.find((known) => known.value === value)?.value ?? strategy)}
  >
    <Stack gap="xs" mt="xs">
      {strategies.map((one) => (
        <Radio key={one.value} {...one} />
      ))}
    </Stack>
  </Radio.Group>
);

function useSave(onClose: () => void) {
  return useMutation({
    ...putUserProfileMutation(),
    // The account may be new to the person.
    meta: { changes: ['listUserProfiles', 'listUserIdentifiers'] },
    onSuccess: () => {
      notifications.show({ message: 'The profile is saved.' });
      onClose();
    },
  });
}

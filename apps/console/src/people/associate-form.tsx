import {
  associateUserIdentifiersMutation,
  getUserPointOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserIdentifier } from '@tributary/client/generated/types.gen';
import { Alert, Code, Radio, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { CannotHashEmail, kindNames } from '@tributary/client/people/guess-selector';
import { identifierOf, selectorOf, type Reading } from '@tributary/client/people/selectors';
import { useGuess } from './use-guess.js';

interface AssociateFormProps {
  user_point_id: string;
  /** One that the person has: the new one is declared to belong to the same person. */
  known: UserIdentifier;
  onClose: () => void;
}

export function AssociateForm({ user_point_id, known, onClose }: AssociateFormProps) {
  const { datamart_id } = useDatamart();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { guess, problem } = useGuess(text);
  const readings = guess ? [guess, ...guess.others].filter(({ selector }) => identifierOf(selector)) : [];
  const reading = readings.find(({ selector }) => selector === chosen) ?? (guess?.isCertain ? readings[0] : undefined);
  const added = reading && identifierOf(reading.selector);
  const { mutate, isPending, error } = useAssociation(onClose);
  const existing = identifierOf(selectorOf(known));
  const submit = () => {
    if (added && existing) mutate({ path: { datamart_id }, body: { identifiers: [existing, added] } });
  };
  return (
    <FormDialog
      title="Associate an identifier"
      onClose={onClose}
      onSubmit={submit}
      submit="Associate"
      isPending={isPending}
      failure={error}
      size="lg"
    >
      <TextInput
        label="Identifier"
        description="An e-mail address (hashed in your browser), its SHA-256, a user agent id, or compartment/account"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(undefined);
        }}
        error={problem instanceof CannotHashEmail ? problem.message : undefined}
        autoComplete="off"
        required
        data-autofocus
      />
      {readings.length > 0 && <Kinds readings={readings} chosen={reading?.selector} onChoose={setChosen} />}
      {reading && <Owner user_point_id={user_point_id} selector={reading.selector} />}
      <Text size="sm" c="dimmed">
        It is declared to belong to the same person as{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>{selectorOf(known)}</Code>.
      </Text>
    </FormDialog>
  );
}

function useAssociation(onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    ...associateUserIdentifiersMutation(),
    onSuccess: async () => {
      // A merge moves all that belongs to a person.
      await queries.invalidateQueries();
      notifications.show({ message: 'The identifier belongs to this person now.' });
      onClose();
    },
  });
}

interface KindsProps {
  readings: readonly Reading[];
  chosen: string | undefined;
  onChoose: (selector: string) => void;
}

const Kinds = ({ readings, chosen, onChoose }: KindsProps) => (
  <Radio.Group label="Taken for" value={chosen ?? null} onChange={onChoose} required>
    <Stack gap="xs" mt="xs">
      {readings.map(({ kind, selector }) => (
        <Radio key={selector} value={selector} required label={`${kindNames[kind]}: ${selector}`} />
      ))}
    </Stack>
  </Radio.Group>
);

/** The present owner of the identifier: to associate it merges that person into this one, or the other way round. */
function Owner({ user_point_id, selector }: { user_point_id: string; selector: string }) {
  const { datamart_id } = useDatamart();
  const owner = useQuery({
    ...getUserPointOptions({ path: { datamart_id, user_point_selector: selector } }),
    // Read again: what another page has cached may be older than the last merge.
    staleTime: 0,
  });
  const id = owner.data?.data.id;
  if (id === undefined || owner.error) return null;
  if (id === user_point_id) return <Alert variant="default">It belongs to this person already.</Alert>;
  return (
    <Alert color="red" variant="light" title="It belongs to another person">
      Both are merged into one, with all their identifiers, profiles, choices, segments and activities:{' '}
      <Code>{id}</Code>. A dissociation can take identifiers away again, but not their activities.
    </Alert>
  );
}

import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Button, Code, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';
import { getUserPointOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { findKnown } from '@tributary/client/people/find-known';
import { CannotHashEmail, kindNames } from '@tributary/client/people/guess-selector';
import type { Reading } from '@tributary/client/people/selectors';
import { useGuess } from './use-guess.js';

interface PersonFieldProps {
  initial: string;
  /** Whether `initial` is looked up without a click. */
  isLookedUp: boolean;
}

/** One field for all kinds of identifiers. It shows what it takes the text for, and lets the user choose otherwise. */
export function PersonField({ initial, isLookedUp }: PersonFieldProps) {
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState<string>();
  const { guess, problem } = useGuess(text);
  const { open, isPending, failure } = useOpenPerson();
  const readings: Reading[] = guess ? [guess, ...guess.others] : [];
  const choice = readings.find(({ selector }) => selector === chosen);
  const openGuess = (options: OpenOptions) => {
    if (choice) open([choice], options);
    else if (guess) open(guess.isCertain ? [guess] : readings, options);
  };
  // Back would look it up once more, and so come back to the person.
  const openAtOnce = useEffectEvent(() => openGuess({ replace: true }));
  const isGuessed = guess !== undefined;
  const isDue = useRef(isLookedUp);
  useEffect(() => {
    // Once: the user may be correcting the text after a failure.
    if (!isDue.current || !isGuessed) return;
    isDue.current = false;
    openAtOnce();
  }, [isGuessed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    openGuess({ replace: false });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={720}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Person"
            description="An e-mail address (hashed in your browser), its SHA-256, a user agent id, compartment/account, or a user point id"
            placeholder="alice@example.com"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setChosen(undefined);
            }}
            error={problem instanceof CannotHashEmail ? problem.message : undefined}
            style={{ flex: '1 1 280px' }}
            autoComplete="off"
            spellCheck={false}
            autoFocus
          />
          <Button type="submit" leftSection={<MagnifyingGlassIcon />} loading={isPending} disabled={!guess}>
            Look up
          </Button>
        </Group>
        {guess && (
          <Readings readings={readings} isCertain={guess.isCertain} chosen={choice?.selector} onChoose={setChosen} />
        )}
        {failure != null && <FailureNotice failure={failure} />}
      </Stack>
    </form>
  );
}

interface ReadingsProps {
  readings: Reading[];
  isCertain: boolean;
  chosen: string | undefined;
  onChoose: (selector: string) => void;
}

function Readings({ readings, isCertain, chosen, onChoose }: ReadingsProps) {
  const [best] = readings;
  return (
    <Radio.Group
      label={isCertain ? 'Taken for' : 'It may be one of these'}
      description={isCertain ? undefined : 'Unless you choose, the first that the datamart knows is shown.'}
      value={chosen ?? (isCertain ? best?.selector : null) ?? null}
      onChange={onChoose}
    >
      <Stack gap="xs" mt="xs">
        {readings.map(({ kind, selector }) => (
          <Radio
            key={selector}
            value={selector}
            label={
              <Group gap="xs">
                <Text size="sm" span>
                  {kindNames[kind]}
                </Text>
                <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
              </Group>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface OpenOptions {
  /** Whether the person's page takes the place of this one in the history. */
  replace: boolean;
}

/** Goes to the page of the first reading that names a person. With none of them known: of the first, which says so. */
function useOpenPerson() {
  const { datamart_id } = useDatamart();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const open = (readings: readonly Reading[], { replace }: OpenOptions) => {
    setPending(true);
    setFailure(undefined);
    const read = (user_point_selector: string) =>
      queries.fetchQuery(getUserPointOptions({ path: { datamart_id, user_point_selector } }));
    findKnown(readings, read)
      .then(({ selector }) =>
        navigate({ to: '/d/$datamart_id/people/$selector', params: { datamart_id, selector }, replace }),
      )
      .catch(setFailure)
      .finally(() => setPending(false));
  };
  return { open, isPending, failure };
}

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { messageOfFailure } from '../components/failure-notice.js';
import { guessSelector, kindNames, type Guess } from '@tributary/client/people/guess-selector';

interface IdentifierFilterProps {
  selector: string | undefined;
  onChange: (selector: string | undefined) => void;
}

const noIdentifier =
  'A user point id is no identifier that an activity carries. Type the e-mail address, the account or the user agent id.';

/** One field for any identifier. What the text was taken for is shown below, with what else it may be. */
export function IdentifierFilter({ selector, onChange }: IdentifierFilterProps) {
  const [text, setText] = useState(selector ?? '');
  const [guess, setGuess] = useState<Guess>();
  const [failure, setFailure] = useState<string>();
  const apply = async () => {
    if (text.trim() === (selector ?? '')) return;
    const read = await guessSelector(text).catch((error: unknown) => void setFailure(messageOfFailure(error)));
    if (text.trim() === '') return onChange(undefined);
    if (!read) return;
    if (read.kind === 'user_point_id') return setFailure(noIdentifier);
    setFailure(undefined);
    setGuess(read);
    if (read.isCertain) onChange(read.selector);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && void apply();
  return (
    <div style={{ flex: '1 1 260px', maxWidth: 420 }}>
      <TextInput
        label="Identifier"
        description="Of one person: nothing is left out"
        placeholder="e-mail, user agent id or compartment/account"
        value={text}
        onChange={({ currentTarget: { value } }) => (setText(value), setGuess(undefined), setFailure(undefined))}
        onBlur={() => void apply()}
        onKeyDown={onKeyDown}
        error={failure}
        autoComplete="off"
        spellCheck={false}
      />
      {guess && !guess.isCertain && (
        <Group gap="xs" mt={4}>
          <Text size="sm">It is:</Text>
          {[guess, ...guess.others].map(({ kind, selector: choice }) => (
            <Button key={choice} size="compact-xs" variant="default" onClick={() => onChange(choice)}>
              {kindNames[kind]}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}

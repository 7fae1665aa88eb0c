import { Code, Text } from '@mantine/core';
import { EmptyState } from '../components/empty-state.js';
import { messageOfFailure } from '../components/failure-notice.js';
import { ButtonLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';
import { kindNames } from '@tributary/client/people/guess-selector';
import { readSelector } from '@tributary/client/people/selectors';

export function UnknownPerson({ selector, failure }: { selector: string; failure: unknown }) {
  const { datamart_id } = useDatamart();
  const kind = readSelector(selector)?.kind ?? 'user_point_id';
  return (
    <EmptyState
      title="No person is known by this"
      action={
        <ButtonLink to="/d/$datamart_id/people" params={{ datamart_id }} search={{ draft: draftOf(selector) }}>
          Look it up as something else
        </ButtonLink>
      }
    >
      <Text component="span">
        It was looked up as {kindNames[kind]}: <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
      </Text>
      <br />
      The server says: {messageOfFailure(failure)}. A person that was just sent shows within about a second; one that
      was erased never does.
    </EmptyState>
  );
}

/** A text that can be taken for something else. A hash is shown as it is: the address cannot be had back from it. */
const draftOf = (selector: string) =>
  /(?:user_agent_id|user_account_id|email_hash)=(.*)$/s.exec(selector)?.[1] ?? selector;

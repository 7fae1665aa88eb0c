import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CommunityInput } from '@tributary/contracts/admin/community';
import { ApiError } from '@tributary/contracts/errors';
import { emailHash, type Identifier } from '@tributary/contracts/tracking/identifier';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { UserChoiceInput } from '@tributary/contracts/tracking/user-choice';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import { parseJson } from '@tributary/http/json-body';
import { parseExactly, parseOrThrow } from '@tributary/http/parse';

const page = readFileSync(new URL('../../../docs/inputs.md', import.meta.url), 'utf8');

/** The rows of the table below a heading: the code in its two columns. */
function rowsOf(heading: string): [string, string][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return Array.from(section.matchAll(/^\| `(.+?)` \| `(.+?)` \|$/gm), ([, sent = '', read = '']) => [sent, read]);
}

const read = (text: string) => parseExactly(UserActivity, parseJson(Buffer.from(text)));

function nameOf(identifier: Identifier): string {
  if (identifier.type === 'USER_ACCOUNT') return `${identifier.compartment_id}/${identifier.value}`;
  return identifier.value === emailHash('ann@example.org') ? 'sha256(ann@example.org)' : identifier.value;
}

/** The status and the field of a refusal. */
function refusalOf(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message.replace(/: .*/s, '')}`;
  }
}

describe('docs/inputs.md', () => {
  it.each(rowsOf('Identifiers'))('reads the identifier %s as %s', (sent, expected) => {
    const body = `{"$type":"TOUCH","$user_identifiers":[${sent},{"$type":"USER_AGENT","$user_agent_id":"other"}]}`;
    const outcome = refusalOf(() => {
      const { identifiers, junk } = identifiersOf(read(body));
      const others = identifiers.map(nameOf).filter((name) => name !== 'other');
      return junk.length === 1 && others.length === 0 ? 'left out' : others.join(' and ');
    });
    expect(outcome).toBe(expected);
  });

  it.each(rowsOf('Times'))('counts a write at %s from %s', (sent, expected) => {
    const body = parseJson(Buffer.from(`{"$choice_ts":${sent},"$choice_acceptance_value":true}`));
    const outcome = refusalOf(() => {
      const { $choice_ts } = parseExactly(UserChoiceInput, body);
      return String(writeTime($choice_ts, 1_700_000_000_000));
    });
    expect(outcome).toBe(expected === '400' ? '400 $choice_ts' : expected);
  });

  it.each(rowsOf('Names'))('answers the name %s with: %s', (sent, expected) => {
    const { value } = parseJson(Buffer.from(`{"name":${sent}}`));
    expect(refusalOf(() => (parseOrThrow(CommunityInput, value), 'kept'))).toBe(expected);
  });

  it('has its tables', () => {
    const lengths = ['Identifiers', 'Times', 'Names'].map((heading) => rowsOf(heading).length);
    expect(lengths).toEqual([20, 9, 9]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { identifierOf, selectorOf } from './selectors.js';

const creation_ts = 1;

describe('an identifier', () => {
  it.each([
    { type: 'USER_ACCOUNT' as const, compartment_id: '7', user_account_id: 'x=y,z', creation_ts },
    { type: 'USER_EMAIL' as const, email_hash: 'Ab+/Z=', creation_ts },
    { type: 'USER_AGENT' as const, user_agent_id: 'mob:ios:raw:a/b', creation_ts },
  ])('is what its selector names: $type', (identifier) =>
    expect({ ...identifierOf(selectorOf(identifier)), creation_ts }).toEqual(identifier),
  );

  it.each(['0191f7a0-0000-7000-8000-00000000000a', 'user_point_id=x', 'compartment_id=7'])('is not %s', (selector) =>
    expect(identifierOf(selector)).toBeUndefined(),
  );
});

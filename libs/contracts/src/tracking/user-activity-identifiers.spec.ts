import { describe, expect, it } from '@jest/globals';
import { UserActivity } from './user-activity.js';

const activity = (fields: object) => ({ $type: 'TOUCH', ...fields });
const identifier = (value: object | null) => activity({ $user_identifiers: [value] });
const account = (fields: object) => identifier({ $type: 'USER_ACCOUNT', ...fields });
const event = ($event_name: string, $properties: object) => activity({ $events: [{ $event_name, $properties }] });

/** The schema leaves it to `identifiersOf` whether an identifier is left. */
describe('the identifiers of a UserActivity', () => {
  const junk = ['', ' ', 'null', 'NaN', '[object Object]', '0', '00000000-0000-0000-0000-000000000000'];
  it.each(junk)('may be junk, which is left out later: "%s"', (value) => {
    for (const sent of [
      account({ $user_account_id: value }),
      identifier({ $type: 'USER_AGENT', $user_agent_id: value }),
      identifier({ $type: 'USER_EMAIL', $email: value }),
      identifier({ $type: 'USER_EMAIL', $hash: value }),
      activity({ $user_agent_id: value, $user_account_id: value }),
      event('$set_user_profile_properties', { $user_account_id: value }),
    ])
      expect(UserActivity.safeParse(sent).error).toBeUndefined();
  });

  it.each([
    identifier(null),
    account({ $user_account_id: null }),
    identifier({ $type: 'USER_AGENT', $user_agent_id: null }),
    identifier({ $type: 'USER_EMAIL', $email: null }),
    identifier({ $type: 'USER_EMAIL', $hash: null, $email: null }),
    activity({ $email_hash: { $hash: null } }),
  ])('may be null, which identifies no person: %j', (sent) =>
    expect(UserActivity.safeParse(sent).error).toBeUndefined(),
  );

  it.each<[object, object]>([
    [
      { $user_account_id: ` ${'x'.repeat(512)}\t`, $compartment_id: `\n${'x'.repeat(128)} ` },
      { $user_account_id: 'x'.repeat(512), $compartment_id: 'x'.repeat(128) },
    ],
    [{ $user_agent_id: ' a ' }, { $user_agent_id: 'a' }],
    [{ $email_hash: { $hash: ` ${'x'.repeat(255)}\n` } }, { $email_hash: { $hash: 'x'.repeat(255) } }],
    [{ $email_hash: { $email: ' a@b.c ' } }, { $email_hash: { $email: 'a@b.c' } }],
  ])('are without the white space around them, which does not count as length', (sent, read) =>
    expect(UserActivity.parse(activity(sent))).toEqual(activity(read)),
  );

  it('name a processing in the same way', () =>
    expect(
      UserActivity.parse(event('$set_user_choice', { $processing_id: ' 7 ', $choice_acceptance_value: true })),
    ).toEqual(event('$set_user_choice', { $processing_id: '7', $choice_acceptance_value: true })));
});

import { ListQuery } from '../../list-query.js';
import { ChoicesAction, ChoicesQuery, ChoicesUndone, UserChoice, UserChoiceInput } from '../../tracking/user-choice.js';
import { maxProfileBytes, UserProfile, UserProfileInput, UserProfileQuery } from '../../tracking/user-profile.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const userPoint = '/datamarts/:datamart_id/user_points/:user_point';
const profile = `${userPoint}/user_profiles/:compartment/:account`;
const choice = `${userPoint}/user_choices/:processing`;
const newestChoiceFirst = 'Latest `$choice_ts` first; at equal times the last written first.';
const createsUserPoint = 'An unknown identifier creates its user point.';

export const profiles = {
  tag: 'Profiles and choices',
  owner: 'tracking-ingest',
  description: 'Profiles and consent choices of a person.',
  operations: {
    listUserProfiles: get(`${userPoint}/user_profiles`, 'READER', {
      summary: "List a person's profiles",
      query: ListQuery,
      answer: page(UserProfile, 'A page of profiles.'),
    }),
    getUserProfile: get(profile, 'READER', { summary: 'Read a profile', answer: one(UserProfile, 'The profile.') }),
    putUserProfile: put(profile, 'EDITOR', {
      summary: 'Update or replace a profile',
      description:
        'Last write wins for each property, by the time of the write, not by its arrival. ' +
        `The profile has at most ${maxProfileBytes} bytes, as JSON in UTF-8 without \`$\` fields: a PUT beyond is refused, unless it makes a larger profile smaller. ` +
        createsUserPoint,
      query: UserProfileQuery,
      body: json(UserProfileInput, {
        custom_properties: { first_name: 'Ada', address: { city: 'Paris' }, interests: ['tea', 'maths'] },
        explicit_time: { $ts: 1_795_261_991_709, newsletter: true, phone: null },
      }),
      answer: one(UserProfile, 'The profile after the update.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'the account belongs to another user point, or body and path name different accounts',
      },
    }),
    deleteUserProfile: del(profile, 'EDITOR', { summary: 'Delete a profile', answer: deleted }),
    listUserChoices: get(`${userPoint}/user_choices`, 'READER', {
      summary: "List a person's current choices",
      query: ChoicesQuery,
      answer: page(UserChoice, 'A page of choices.'),
    }),
    listUserChoicesOfProcessing: get(choice, 'READER', {
      summary: 'Read the current choice of a processing',
      description: 'A list, empty without a choice. An empty `processing_id=` lists the choices of all processings.',
      query: ListQuery,
      answer: page(UserChoice, 'The choice.'),
    }),
    putUserChoice: put(choice, 'EDITOR', {
      summary: 'Write a choice',
      description: `The choice with the latest \`$choice_ts\` is current. At equal times a refusal wins. ${createsUserPoint}`,
      body: json(UserChoiceInput, {
        consent: { $choice_ts: 1_795_261_991_709, $choice_acceptance_value: true },
        refusal_with_custom_fields: {
          $choice_ts: 1_795_262_000_000,
          $choice_acceptance_value: false,
          source: 'banner',
        },
      }),
      answer: one(UserChoice, 'The choice as written.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'body and path name different processings, or the user point has reached the limit of identifiers',
      },
    }),
    listAllUserChoiceChanges: get(`${userPoint}/user_choices/change_log`, 'READER', {
      summary: "List every write of a person's choices",
      description: newestChoiceFirst,
      query: ListQuery,
      answer: page(UserChoice, 'A page of writes.'),
    }),
    listUserChoiceChanges: get(`${choice}/change_log`, 'READER', {
      summary: 'List every write of a choice',
      description: `${newestChoiceFirst} An empty \`processing_id=\` lists the writes of all processings.`,
      query: ListQuery,
      answer: page(UserChoice, 'A page of writes.'),
    }),
    actOnUserChoices: post('/datamarts/:datamart_id/user_choices/action', 'EDITOR', {
      summary: 'Undo the choices of a key on a day',
      description:
        'For a collect key or signing key with which someone has made choices for others. The choices count no more, and stay in the change log with `$undone_ts`; those before ' +
        'them are current again. What was stored meanwhile stays. After five seconds the answer says how far it is: send it again until it is complete. A repeated ' +
        'request undoes nothing twice, and also what has come in since.',
      body: json(ChoicesAction, {
        of_a_collect_key: { action: 'UNDO', collect_key_id: '7', day: '2026-11-27' },
        of_a_signing_key: { action: 'UNDO', message_authentication_key_id: '9', day: '2026-11-27' },
      }),
      answer: one(ChoicesUndone, 'How many are undone, and whether none is left.'),
    }),
  },
} satisfies Section;

import { ListQuery } from '@tributary/contracts/list-query';
import { ChoicesQuery, UserChoice, UserChoiceInput } from '@tributary/contracts/user-choice';
import { UserProfile, UserProfileInput, UserProfileQuery } from '@tributary/contracts/user-profile';
import { gone, json, one, page, type Section } from './operation.js';

const userPoint = '/datamarts/:datamart_id/user_points/:user_point';
const profile = `${userPoint}/user_profiles/:compartment/:account`;
const choice = `${userPoint}/user_choices/:processing`;
const madeByWrite = 'The user point is made when its identifier is unknown.';

export const profiles: Section = {
  tag: 'Profiles and choices',
  description: 'What is known of a person, and what the person has agreed to.',
  operations: {
    [`GET ${userPoint}/user_profiles`]: {
      operationId: 'listUserProfiles',
      summary: "List a person's profiles",
      query: ListQuery,
      answer: page(UserProfile, 'A page of profiles.'),
    },
    [`GET ${profile}`]: {
      operationId: 'getUserProfile',
      summary: 'Read a profile',
      answer: one(UserProfile, 'The profile.'),
    },
    [`PUT ${profile}`]: {
      operationId: 'putUserProfile',
      summary: 'Update or replace a profile',
      description: `Of each property the latest write counts, whatever the order of arrival. ${madeByWrite}`,
      query: UserProfileQuery,
      body: json(UserProfileInput, {
        properties_of_any_kind: { first_name: 'Ada', address: { city: 'Paris' }, interests: ['tea', 'maths'] },
        a_write_with_its_time: { $ts: 1_795_261_991_709, newsletter: true, phone: null },
      }),
      answer: one(UserProfile, 'The profile after the update.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'the account belongs to another user point, or the body names another account than the path',
      },
    },
    [`DELETE ${profile}`]: {
      operationId: 'deleteUserProfile',
      summary: 'Delete a profile',
      answer: gone,
    },
    [`GET ${userPoint}/user_choices`]: {
      operationId: 'listUserChoices',
      summary: "List a person's current choices",
      query: ChoicesQuery,
      answer: page(UserChoice, 'A page of choices.'),
    },
    [`GET ${choice}`]: {
      operationId: 'listUserChoicesOfProcessing',
      summary: 'Read the current choice of a processing',
      description: 'As a list, which is empty without one. Nothing after `processing_id=` lists all of them.',
      query: ListQuery,
      answer: page(UserChoice, 'The choice.'),
    },
    [`PUT ${choice}`]: {
      operationId: 'putUserChoice',
      summary: 'Write a choice',
      description: `The one with the latest \`$choice_ts\` is the current one; of two at once the refusal. ${madeByWrite}`,
      body: json(UserChoiceInput, {
        an_agreement: { $choice_ts: 1_795_261_991_709, $choice_acceptance_value: true },
        a_refusal_with_custom_fields: {
          $choice_ts: 1_795_262_000_000,
          $choice_acceptance_value: false,
          source: 'banner',
        },
      }),
      answer: one(UserChoice, 'The choice as it was written.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'the body names another processing than the path, or the user point has as many identifiers as there may be',
      },
    },
    [`GET ${choice}/change_log`]: {
      operationId: 'listUserChoiceChanges',
      summary: 'List every write of a choice',
      description: 'The latest `$choice_ts` first, of equal ones the one written last.',
      query: ListQuery,
      answer: page(UserChoice, 'A page of writes.'),
    },
  },
};

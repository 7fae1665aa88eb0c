import { ChoiceLine } from '@tributary/contracts/imports/import-lines';
import { choiceFields } from '@tributary/contracts/tracking/user-choice';
import { isEarlyTime } from '@tributary/contracts/tracking/early-time';
import { rawMembers, withoutMembers } from '@tributary/http/body/raw-members';
import { lineIdentifier } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

/** USER_CHOICE: writes or deletes a person's choice about a processing. */
export const readChoiceLine: ReadLine = (line, context) => {
  const given = conforming(ChoiceLine, line, context);
  const identifier = lineIdentifier(given, context);
  const processing_id = given.user_choice.$processing_id;
  if (given.operation === 'DELETE') return { kind: 'delete_choice', identifier, processing_id };
  const { $choice_ts: choice_ts, $choice_acceptance_value: choice_acceptance_value } = given.user_choice;
  if (isEarlyTime(choice_ts)) context.sawEarlyTime?.();
  const members = rawMembers(line.members().get('user_choice') ?? '{}');
  const custom = withoutMembers(members, choiceFields);
  return { kind: 'upsert_choice', identifier, processing_id, choice_ts, choice_acceptance_value, custom };
};

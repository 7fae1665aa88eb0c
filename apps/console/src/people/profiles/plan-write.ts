import { readObject } from '../../json/read-json.js';
import {
  applyWrite,
  changedProperties,
  diffProfiles,
  missingProperties,
  propertiesOf,
  type Change,
  type ProfileWrite,
  type Properties,
} from './diff-profile.js';

/** The input of a user who changes a profile. */
interface ProfileEdit extends Omit<ProfileWrite, 'body'> {
  text: string;
}

export interface PlannedWrite {
  write: ProfileWrite;
  changes: Change[];
  /** Properties that are no longer in the text, but stay in the profile. */
  kept: string[];
}

/** The request that an edit comes to and what it changes, or why it cannot be sent. */
export function planWrite(current: Properties, edit: ProfileEdit): { plan?: PlannedWrite; problem?: string } {
  const { value, problem } = readObject(edit.text);
  if (!value) return { problem: problem ?? 'This must be a JSON object' };
  const write = { strategy: edit.strategy, mergeObjects: edit.mergeObjects, body: bodyOf(current, value, edit) };
  return {
    plan: {
      write,
      changes: diffProfiles(current, applyWrite(current, write)),
      kept: edit.strategy === 'PARTIAL_UPDATE' ? missingProperties(current, propertiesOf(value)) : [],
    },
  };
}

const bodyOf = (current: Properties, value: Properties, { strategy, mergeObjects }: ProfileEdit) =>
  strategy === 'PARTIAL_UPDATE' ? changedProperties(current, value, mergeObjects) : value;

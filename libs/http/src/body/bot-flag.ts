import { rawMembers, withMember, withoutMembers } from './raw-members.js';

/** Set by the platform alone: true in an activity of a bot, absent from all others. */
export const botField = '$is_bot';

/**
 * The text of an activity with the platform's flag in place of a field of this name in it: nothing that a client sends sets
 * or removes it. The rest of the text stays as sent.
 *
 * @param value the parsed text, an object that is not empty
 */
export function flagBot({ value, text }: { value: object; text: string }, isBot: boolean): string {
  const kept = botField in value ? withoutMembers(rawMembers(text), [botField]) : text;
  return isBot ? withMember(kept, botField, 'true') : kept;
}

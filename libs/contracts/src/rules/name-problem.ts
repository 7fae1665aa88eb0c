/** Longest name of a resource, an event, a type or a channel, in UTF-16 units. */
export const maxNameLength = 255;

/** They control a terminal, break a line or change the direction of the text around them, so that a name passes for another one. */
export const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** Unicode has a property for what is not drawn; the blank of braille is drawn as nothing, too. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * Why a text cannot be the name or title of a resource. Joiners are allowed between visible characters: emoji and Persian
 * need them. An empty text has no problem here: some titles may be empty.
 */
export function nameProblem(text: string): string | undefined {
  if (controls.test(text))
    return 'must not hold line breaks, control characters or characters that change its direction';
  return text === '' || visible.test(text) ? undefined : 'must hold a visible character';
}

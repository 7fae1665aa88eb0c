/** The pattern of LIKE and ILIKE for texts that contain the word. `%`, `_` and `\` in it mean themselves. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

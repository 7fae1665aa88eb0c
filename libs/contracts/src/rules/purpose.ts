/** Longest purpose of a read of a person, characters. */
export const maxPurposeLength = 200;

/** One line: it has no control characters. */
export const purposePattern = /^\P{Cc}+$/u;

export const isPurpose = (text: string): boolean => text.length <= maxPurposeLength && purposePattern.test(text);

/** The header of a read of people that says why. `fetch` takes the characters of headers as bytes: these are those of UTF-8. */
export const purposeHeaders = (purpose: string): { 'X-Purpose': string } => ({
  'X-Purpose': String.fromCharCode(...new TextEncoder().encode(purpose)),
});

export { isPurpose, maxPurposeLength } from '@tributary/contracts/rules/purpose';

/** The header of a read of people that says why. `fetch` takes the characters of headers as bytes: these are those of UTF-8. */
export const purposeHeaders = (purpose: string): { 'X-Purpose': string } => ({
  'X-Purpose': String.fromCharCode(...new TextEncoder().encode(purpose)),
});

import { plainWords } from './plain-words.mjs';
import { rooms } from './rooms.mjs';

/** The rules that keep this house as CONTRIBUTING.md describes it. */
export const house = { rules: { 'plain-words': plainWords, rooms } };

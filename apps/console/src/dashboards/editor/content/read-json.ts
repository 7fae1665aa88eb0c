import { describeProblems, type ContentProblem } from '@tributary/dashboards/content/describe-problems';
import type { Content } from './edit-content.js';

/** Longer texts are not parsed while a user types: the server stores 1 MiB at most. */
const maxText = 2_000_000;

export type ReadJson = { kind: 'content'; content: Content } | { kind: 'problems'; problems: ContentProblem[] };

export const printJson = (content: Content): string => JSON.stringify(content, null, 2);

/** A text as a content, or what keeps the server from storing it. */
export function readJson(text: string): ReadJson {
  if (text.length > maxText) return refused('is too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'is not JSON');
  }
  const problems = describeProblems(value);
  return problems.length === 0 ? { kind: 'content', content: value as Content } : { kind: 'problems', problems };
}

const refused = (message: string): ReadJson => ({ kind: 'problems', problems: [{ path: '', message }] });

import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';
import type { ContentProblem } from '@tributary/contracts/rules/dashboards/find-unstorable';
import { readJson } from '../../../json/read-json.js';
import type { Content } from './edit-content.js';

/** Longer texts are not parsed while a user types: the server stores 1 MiB at most. */
const maxText = 2_000_000;

type ParsedContent = { kind: 'content'; content: Content } | { kind: 'problems'; problems: ContentProblem[] };

export const printContent = (content: Content): string => JSON.stringify(content, null, 2);

/** A text as a content, or what keeps the server from storing it. */
export function parseContent(text: string): ParsedContent {
  if (text.length > maxText) return refused('This is too long');
  const { value, problem } = readJson(text);
  if (problem !== undefined) return refused(problem);
  const problems = describeProblems(value);
  return problems.length === 0 ? { kind: 'content', content: value as Content } : { kind: 'problems', problems };
}

const refused = (message: string): ParsedContent => ({ kind: 'problems', problems: [{ path: '', message }] });

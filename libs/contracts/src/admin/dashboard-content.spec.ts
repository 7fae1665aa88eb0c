import { describe, expect, it } from '@jest/globals';
import { invalidContents, validContents } from '../../test/content-cases.js';
import { DashboardContent } from './dashboard-content.js';

// The cases of the check in browsers and in the CLI, `describeProblems`.
describe('DashboardContent', () => {
  it.each(validContents)('accepts %s', (_case, content) =>
    expect(DashboardContent.safeParse(content)).toMatchObject({ success: true }),
  );

  it.each(invalidContents)('rejects %s, and names the path', (_case, content, path) => {
    const { error } = DashboardContent.safeParse(content);
    expect(error?.issues.map((issue) => textOf(issue.path))).toEqual([path]);
  });
});

/** `sections[0].cards[1]` */
const textOf = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

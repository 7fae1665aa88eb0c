import { describe, expect, it } from '@jest/globals';
import { nextSteps } from './next-steps.js';

const failed = { id: '34', status: 'FAILED', is_retryable: true } as const;
const retry = 'Run it again: tributary import retry 12/34. Then the same command as before goes on.';
const again = (what: string) =>
  `It cannot be retried. --again imports the ${what} once more: what was applied is applied again.`;

describe('the next steps', () => {
  it.each([
    [failed, 1, 1, [retry]],
    [failed, 3, 3, [retry]],
    [failed, 2, 3, ['Part 3 of 3 is not uploaded yet.', retry]],
    [failed, 1, 3, ['Parts 2 to 3 of 3 are not uploaded yet.', retry]],
    [{ ...failed, is_retryable: false }, 1, 1, [again('file')]],
    [{ ...failed, is_retryable: false }, 1, 2, ['Part 2 of 2 is not uploaded yet.', again('whole file')]],
    [{ ...failed, status: 'CANCELED' }, 2, 2, [again('whole file')]],
    [{ ...failed, status: 'RUNNING' }, 1, 1, ['It has not ended. The same command as before goes on.']],
  ] as const)('after %j of part %i of %i', (execution, part, parts, expected) =>
    expect(nextSteps({ document_import_id: '12', execution, part, parts })).toEqual(expected),
  );
});

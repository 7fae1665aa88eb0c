import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { reportNames } from './report-names.js';

const generated = path.join(import.meta.dirname, '../../../client/src/generated/sdk.gen.ts');

/** The lists that the description of the API gives for an operation. */
function describedNames(summary: string) {
  const [, text = ''] = readFileSync(generated, 'utf8').split(`* ${summary}\n`);
  const [, metrics = '', dimensions = ''] = /Metrics?: ([\w, ]+)\. Dimensions: ([\w, ]+)\./.exec(text) ?? [];
  return { metrics: metrics.split(', '), dimensions: dimensions.split(', ') };
}

describe('the names that the pickers offer', () => {
  it.each([
    ['activities', "Report on a datamart's activities"],
    ['collections', 'Report on the sizes of collections'],
  ] as const)('are those of the API: %s', (cube, summary) =>
    expect(reportNames[cube]).toEqual(describedNames(summary)),
  );
});

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { forms, formsWithoutRequired } from './form-list.js';

const sources = path.join(import.meta.dirname, '../../../../console/src');
const filesWith = (part: RegExp) =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && part.test(readFileSync(path.join(sources, file), 'utf8')))
    .toSorted();

/** They write nothing that is typed into them, or begin with a look-up. */
const withoutCheck = [
  'audit/audit-filters.tsx',
  'components/bulk/bulk-dialog.tsx',
  'components/confirm-dialog.tsx',
  'components/forms/checked-form.tsx',
  'people/person-field.tsx',
  'plugins/plugin-filter-row.tsx',
  'session/sign-in-form.tsx',
];

describe('the list of forms', () => {
  it('has every form of the console that asks for required fields', () => {
    const listed = [...forms.map(({ file }) => file), ...formsWithoutRequired];
    expect(filesWith(/<(FormDialog|CheckedForm)\b/)).toEqual([...listed, 'components/form-dialog.tsx'].toSorted());
  });

  it('has no form without required fields that has one', () => {
    const required = filesWith(/\brequired\b/);
    expect(formsWithoutRequired.filter((file) => required.includes(file))).toEqual(['people/dissociate-form.tsx']);
  });

  it('leaves out only forms that are no dialog with fields', () =>
    expect(filesWith(/<form\b|component="form"/)).toEqual(withoutCheck));
});

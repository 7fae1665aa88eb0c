import { describe, expect, it } from '@jest/globals';
import { isChanged } from '@tributary/testing/changed-numbers';
import { parseDashboardFile } from './dashboard-file.js';

const file = { dashboard_id: '3', organisation_id: '1', content_id: null, content: { sections: [] } };

describe('parseDashboardFile', () => {
  it.each([file, { ...file, content_id: '7' }])('reads %j', (value) =>
    expect(parseDashboardFile(JSON.stringify(value), 'f')).toEqual(value),
  );

  it('keeps the numbers of a content, after a byte order mark, too', () => {
    const text =
      '{"dashboard_id":"3","organisation_id":"1","content_id":null,"content":{"sections":[],"n":[1e400,1.10]}}';
    expect(JSON.stringify(parseDashboardFile(`\uFEFF${text}`, 'f'))).toBe(text);
    expect(isChanged(text)).toBe(true);
  });

  it.each([
    ['{', /f is not JSON/],
    ['7', /no JSON object/],
    [JSON.stringify({ ...file, dashboard_id: 3 }), /no dashboard_id/],
    [JSON.stringify({ ...file, organisation_id: '../1' }), /no organisation_id/],
    [JSON.stringify({ ...file, content_id: undefined }), /no content_id/],
    [JSON.stringify({ ...file, content: null }), /no content:/],
  ])('refuses %s', (text, message) => expect(() => parseDashboardFile(text, 'f')).toThrow(message));
});

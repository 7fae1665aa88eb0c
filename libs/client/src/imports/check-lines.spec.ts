import { describe, expect, it } from '@jest/globals';
import type { DocumentType } from './document-types.js';
import { checkedLines, checkLines } from './check-lines.js';

const check = (document_type: DocumentType, text: string, { isCsv = false, isWhole = true } = {}) =>
  checkLines(
    { bytes: new TextEncoder().encode(text), name: 'a', isWhole },
    { document_type, mime_type: isCsv ? 'TEXT_CSV' : 'APPLICATION_X_NDJSON', encoding: 'utf-8' },
  );
const agent = { $type: 'USER_AGENT', $user_agent_id: 'web:1:a' };
const problemsOf = (document_type: DocumentType, line: unknown) =>
  check(document_type, JSON.stringify(line)).problems.map(({ problem }) => problem);

describe('checkLines', () => {
  it('accepts correct lines, and counts the lines with each kind of identifier', () => {
    const lines = [
      { $type: 'A', $user_identifiers: [agent, { $type: 'USER_EMAIL', $email: 'a@example.com' }] },
      { $type: 'A', $user_agent_id: 'b' },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n\n');
    expect(check('USER_ACTIVITY', text)).toEqual({
      checked: 2,
      problems: [],
      identifiers: [
        ['user_agent_id', 2],
        ['e-mail', 1],
      ],
      fields: ['$type', '$user_identifiers'],
    });
  });

  it('names the physical line of a problem', () =>
    expect(check('USER_ACTIVITY', '\n{"a"\n').problems).toEqual([
      { line: 2, problem: 'is not JSON', content: '{"a"' },
    ]));

  it.each<[DocumentType, unknown, string]>([
    ['USER_ACTIVITY', { $user_identifiers: [agent] }, '$type: is required'],
    ['USER_ACTIVITY', { $type: 'A' }, '$user_identifiers: an identifier is required'],
    ['USER_ACTIVITY', { $type: 'A', $user_agent_id: 'tv:1:0' }, '$user_identifiers: an identifier is required'],
    ['USER_ACTIVITY', { $type: 'A', $user_identifiers: [{ $type: 'X' }] }, '$user_identifiers[0].$type: must be'],
    ['USER_ACTIVITY', ['a'], 'is not a JSON object'],
    ['USER_PROFILE', { operation: 'UPSERT', user_agent_id: 'a' }, 'user_profile: must be an object'],
    ['USER_PROFILE', { operation: 'REPLACE', user_agent_id: 'a', user_profile: {} }, 'operation: must be UPSERT or'],
    ['USER_SEGMENT', { operation: 'UPDATE', user_agent_id: 'a' }, 'segment_id: is required'],
    ['USER_SEGMENT', { operation: 'UPDATE', segment_id: '1' }, 'exactly one of user_account_id'],
    ['USER_SEGMENT', { operation: 'DELETE', segment_id: '1', user_agent_id: '000' }, 'user_agent_id: is empty'],
    ['USER_CHOICE', { operation: 'DELETE', user_agent_id: 'a', user_choice: {} }, 'user_choice.$processing_id'],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', {}, 'identifiers: must be a list'],
    [
      'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      { identifiers: [{ type: 'USER_AGENT', user_agent_id: 'a' }] },
      'identifiers: needs at least 2',
    ],
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_AGENT', user_agent_id: ' ' }, 'user_agent_id: is empty'],
    ['USER_POINTS_DELETION', { type: 'USER_POINT', user_point_id: '1' }, 'user_point_id: must be a UUID'],
  ])('%s %j: %s', (document_type, line, problem) =>
    expect(problemsOf(document_type, line)).toEqual([expect.stringContaining(problem)]),
  );

  it.each<[DocumentType, unknown]>([
    ['USER_PROFILE', { operation: 'DELETE', email_hash: 'ab' }],
    ['USER_PROFILE', { operation: 'UPDATE', $email_hash: { $hash: 'ab' }, user_profile: {} }],
    ['USER_SEGMENT', { $user_account_id: -7, $segment_id: 12 }],
    ['USER_SEGMENT', { user_agent_id: 'kiosk:0', $email: null, segment_id: 's' }],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }] }],
    ['USER_SEGMENT', { operation: 'UPDATE', user_account_id: 7, segment_technical_name: 'x' }],
    [
      'USER_CHOICE',
      {
        operation: 'UPSERT',
        user_agent_id: 'a',
        user_choice: { $processing_id: '1', $choice_ts: '1790000000000', $choice_acceptance_value: false },
      },
    ],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [{ type: 'USER_EMAIL', email: 'a@example.com' }] }],
    // Stored by older versions, such an identifier can still be erased.
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_AGENT', user_agent_id: 'null' }],
    ['USER_POINTS_DELETION', { type: 'USER_ACCOUNT', user_account_id: '0000' }],
    ['USER_POINTS_DELETION', { type: 'USER_POINT', user_point_id: '01a2046f-0000-7000-8000-000000000000' }],
  ])('%s %j is correct', (document_type, line) => expect(problemsOf(document_type, line)).toEqual([]));

  it('says that an object spread over lines is no NDJSON', () =>
    expect(check('USER_ACTIVITY', '{\n"a": 1}').problems[0]?.problem).toContain('one whole JSON object on each line'));

  it('reads rows of CSV, with the line on which each starts', () => {
    const text = 'operation;user_agent_id;segment_id\r\nUPDATE;"a\nb";12\nUPDATE;a\nUPDATE;x;\n';
    expect(check('USER_SEGMENT', text, { isCsv: true })).toMatchObject({
      checked: 3,
      fields: ['operation', 'user_agent_id', 'segment_id'],
      problems: [
        { line: 4, problem: 'has 2 cells, the header has 3' },
        { line: 5, problem: 'segment_id: is required, or segment_technical_name' },
      ],
    });
  });

  it.each(['sep=;', 'sep=\t', '"sep=;"'])('names the line %j of a spreadsheet program as the cause', (line) =>
    expect(check('USER_PROFILE', `${line}\noperation;city\nUPSERT;Paris`, { isCsv: true }).problems).toMatchObject([
      { line: 1, problem: expect.stringContaining('"sep="') },
    ]),
  );

  it('decodes as the byte order mark says, whichever encoding is given', () => {
    const text = '\uFEFF{"$type":"A","$user_agent_id":"ü"}';
    const utf16be = Buffer.from(text, 'utf16le').swap16();
    for (const [bytes, encoding] of [
      [utf16be, 'utf-16'],
      [Buffer.from(text), 'utf-16le'],
      [Buffer.from(text, 'utf16le'), 'utf-8'],
    ] as const) {
      const settings = { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON', encoding } as const;
      expect(checkLines({ bytes, name: 'a', isWhole: true }, settings).problems).toEqual([]);
    }
  });

  it('refuses a header that names a column twice', () =>
    expect(check('USER_PROFILE', 'a,a\n', { isCsv: true }).problems[0]?.problem).toContain('"a" twice'));

  it(`checks ${checkedLines} lines`, () => expect(check('USER_ACTIVITY', 'x\n'.repeat(50)).checked).toBe(checkedLines));

  it('leaves out the line that the head cuts off', () => {
    const text = '{"$type":"A","$user_agent_id":"a"}\n{"$ty';
    expect(check('USER_ACTIVITY', text, { isWhole: false }).problems).toEqual([]);
    expect(check('USER_ACTIVITY', text).problems).toHaveLength(1);
  });

  it('says that a file is empty', () =>
    expect(check('USER_ACTIVITY', ' \n').problems[0]?.problem).toContain('no lines'));
});

import { expect, it } from '@jest/globals';
import type { Scan } from '../engines/engine.js';
import { answersOf, ScanAssembler, type ScanAnswer } from './scan-messages.js';

const column = {
  column_name: 'c',
  type_name: 'int',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
};
const tables = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `t${index}`,
    has_read_access: index % 2 === 0,
    ...(index % 3 > 0 && { columns: Array.from({ length: index % 7 }, () => column) }),
  }));

it('a scan arrives as it was sent, in several messages', () => {
  const scan: Scan = {
    databases: [
      { name: 'closed' },
      { name: 'empty', schemas: [] },
      {
        name: 'shop',
        schemas: [{ name: 'unreadable' }, { name: 'none', tables: [] }, { name: 's', tables: tables(4_000) }],
      },
      { name: 'other', schemas: [{ name: 's', tables: tables(1) }] },
    ],
    isComplete: true,
  };
  const answers = [...answersOf(scan)] as Exclude<ScanAnswer, { kind: 'failed' }>[];
  expect(answers.filter(({ kind }) => kind === 'tables').length).toBeGreaterThan(2);
  const assembler = new ScanAssembler();
  expect(answers.map((answer) => assembler.add(answer)).at(-1)).toEqual(scan);
});

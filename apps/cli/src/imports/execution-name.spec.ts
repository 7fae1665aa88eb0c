import { describe, expect, it } from '@jest/globals';
import { executionNamed, nameOfExecution } from './execution-name.js';

const upload = {
  key: 'k',
  datamart_id: '1',
  document_import_id: '12',
  executions: { 0: '34', 1: '35' },
  started_ts: 0,
};
const others = [
  { ...upload, datamart_id: '2' },
  { ...upload, executions: {} },
];

describe('executionNamed', () => {
  it('reads what nameOfExecution writes', () => {
    const path = { datamart_id: '1', document_import_id: '12', execution_id: '34' };
    expect(executionNamed(nameOfExecution(path), '1', [])).toEqual(path);
  });

  it('without a name is the latest of the datamart', () =>
    expect(executionNamed(undefined, '1', [upload, ...others])).toMatchObject({ execution_id: '35' }));

  it.each(['34', '12/34/5', '/', ''])('refuses "%s"', (name) =>
    expect(() => executionNamed(name, '1', [])).toThrow('is no execution'),
  );

  it('without a name and an upload says what to do', () =>
    expect(() => executionNamed(undefined, '1', others)).toThrow('tributary import list'));
});

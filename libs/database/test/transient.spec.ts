import { describe, expect, it } from '@jest/globals';
import { isTransient } from '../src/transient.js';

describe('isTransient', () => {
  const error = (message: string, properties: object = {}) => Object.assign(new Error(message), properties);

  it.each([
    ['too many connections', error('', { code: '53300', severity: 'FATAL' }), true],
    ['a server that is starting', error('', { code: '57P03', severity: 'FATAL' }), true],
    ['a wrong password', error('', { code: '28P01', severity: 'FATAL' }), true],
    ['a missing table', error('', { code: '42P01', severity: 'ERROR' }), true],
    ['a broken index', error('', { code: 'XX002', severity: 'ERROR' }), true],
    ['a missing socket', error('', { code: 'ENOENT', syscall: 'connect' }), true],
    ['a missing file', error('', { code: 'ENOENT', syscall: 'open' }), false],
    ['what TypeORM wraps', error('', { driverError: error('', { code: '40001', severity: 'ERROR' }) }), true],
    ['a lost connection', error('Connection terminated unexpectedly'), true],
    ['a duplicate', error('', { code: '23505', severity: 'ERROR' }), false],
    ['a missing partition', error('', { code: '23514', severity: 'ERROR', table: 'activities' }), true],
    ['a violated check', error('', { code: '23514', severity: 'ERROR', constraint: 'activities_check' }), false],
    ['a number out of range', error('', { code: '22003', severity: 'ERROR' }), false],
    ['a value too long for its index', error('', { code: '54000', severity: 'ERROR' }), false],
    ['what has a code of another kind', error('', { code: '42P01' }), false],
    ['anything else', error('anything'), false],
    ['what is no error', 'Connection terminated', false],
  ])('%s: %#', (_case, given, expected) => expect(isTransient(given)).toBe(expected));
});

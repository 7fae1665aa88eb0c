import { describe, expect, it } from '@jest/globals';
import { parseRequest } from './dead-letters-request.js';

const topic = 'tracking.activity-received.v1';
const list = { command: 'list', topic, limit: 20, show: false, json: false };
const replay = { command: 'replay', topic, dryRun: false };

describe('parseRequest', () => {
  it.each([
    ['', { command: 'help' }],
    ['--help', { command: 'help' }],
    ['replay -h', { command: 'help' }],
    ['list', { command: 'topics', json: false }],
    ['list --json', { command: 'topics', json: true }],
    [`list --topic ${topic}`, list],
    [`list --topic ${topic}.dlq --limit 5 --show --json`, { ...list, limit: 5, show: true, json: true }],
    [`replay ${topic} --all`, { ...replay, selection: { by: 'all' } }],
    [`replay --all ${topic}.dlq --dry-run`, { ...replay, selection: { by: 'all' }, dryRun: true }],
    [`replay ${topic} --id a-1`, { ...replay, selection: { by: 'id', id: 'a-1' } }],
    [`replay ${topic} --offset 12`, { ...replay, selection: { by: 'position', position: '0/12' } }],
    [`replay ${topic} --partition 3 --offset 012`, { ...replay, selection: { by: 'position', position: '3/12' } }],
  ])('parses "%s"', (line, expected) => expect(parseRequest(line.split(' ').filter(Boolean))).toEqual(expected));

  it.each([
    ['drop', '"drop" is not a command'],
    ['list x', '--topic'],
    ['list --topic none.v1', `there is no topic "none.v1"; there are:\n  ${topic}`],
    ['list --limit 5', 'does not accept --limit'],
    [`list --topic ${topic} --limit all`, 'whole number'],
    [`list --topic ${topic} --all`, 'does not accept --all'],
    ['list --loud', "'--loud'"],
    ['replay --all', 'one topic'],
    [`replay ${topic} ${topic} --all`, 'one topic'],
    [`replay ${topic}`, 'exactly one of --all, --id and --offset'],
    [`replay ${topic} --all --id a`, 'exactly one of'],
    [`replay ${topic} --id a --partition 1`, '--partition requires --offset'],
    [`replay ${topic} --offset -1`, '--offset'],
    [`replay ${topic} --all --json`, 'does not accept --json'],
  ])('refuses "%s" and prints the usage', (line, message) => {
    const parse = () => parseRequest(line.split(' '));
    expect(parse).toThrow(message);
    expect(parse).toThrow('tributary dlq list');
  });
});

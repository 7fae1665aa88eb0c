import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const bench = path.join(import.meta.dirname, '../../../bench');
const read = (file: string) => readFileSync(path.join(bench, file), 'utf8');
const files = readdirSync(bench);
const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => file.endsWith('.mjs'));

/** Lines such as `node bench/imports.mjs embedded --lines 1000`, in documents and in the comments at the top of programs. */
const commandsOf = (text: string) => text.match(/^(\/\/ +)?node [^\n]*bench\/[a-z-]+\.mjs[^\n]*$/gm) ?? [];

/** @returns the faults of a command: it names a program or an option that does not exist */
function faultsOf(command: string): string[] {
  const [, program = '', rest = ''] = /bench\/([a-z-]+\.mjs)(.*)$/.exec(command) ?? [];
  if (!existsSync(path.join(bench, program))) return [`no ${program}`];
  const options = [...rest.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option);
  return options.filter((option) => !declares(read(program), option)).map((option) => `${program} has no --${option}`);
}

const declares = (source: string, option: string) =>
  new RegExp(`(^|[ {])'?${option}'?: \\{ type: '(string|boolean)'`, 'm').test(source);

const isProgram = (file: string) => commandsOf(read(file)).length > 0;

describe('the documents of the benchmarks', () => {
  it.each([...documents, ...sources])('%s names programs and options that exist', (file) => {
    expect(commandsOf(read(file)).flatMap(faultsOf)).toEqual([]);
  });

  it('an unknown program and an unknown option are found (control)', () => {
    expect(faultsOf('node bench/nothing.mjs')).toEqual(['no nothing.mjs']);
    expect(faultsOf('node bench/imports.mjs embedded --nothing 1')).toEqual(['imports.mjs has no --nothing']);
  });

  it('the README lists every program', () => {
    const listed = [...read('README.md').matchAll(/^\| `([a-z-]+\.mjs)`/gm)].map(([, program]) => program);
    expect(listed.toSorted()).toEqual(sources.filter(isProgram).toSorted());
  });
});

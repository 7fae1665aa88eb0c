import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { freePorts } from './free-ports.js';

const built = path.join(import.meta.dirname, '../dist/free-ports.js');
const script = `
  const { freePorts } = await import(process.argv[1]);
  console.log((await freePorts(60)).join());`;

it('gives no port to two callers, in one process or in several', async () => {
  const own = [...(await freePorts(60)), ...(await freePorts(60))];
  expect(new Set(own).size).toBe(120);
  const others = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, built]),
  );
  const foreign = (await Promise.all(others)).flatMap(({ stdout }) => stdout.trim().split(',').map(Number));
  expect(foreign).toHaveLength(240);
  expect(own.filter((port) => foreign.includes(port))).toEqual([]);
});

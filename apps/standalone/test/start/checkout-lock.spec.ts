import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-lock-'));
const script = path.join(directory, 'scripts/checkout-lock.mjs');
cpSync(path.join(import.meta.dirname, '../../../../scripts/checkout-lock.mjs'), script);
afterAll(() => rmSync(directory, { recursive: true }));

/** Changes the checkout three times; in the second change it runs a command, and dies meanwhile if it is to. */
const program = `
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const [script, journal, dies] = process.argv.slice(1);
const { changeCheckout } = await import(script);
const write = (line) => appendFileSync(journal, line + '\\n');
for (let change = 0; change < 3; change++)
  await changeCheckout(async (run) => {
    write('begin ' + process.pid);
    await sleep(5);
    if (change === 1) {
      const untilDead = 'while kill -0 ' + process.pid + ' 2> /dev/null; do sleep 0.05; done; ';
      const command = 'sleep 0.2; echo end ' + process.pid + ' >> ' + journal;
      const running = run('sh', ['-c', dies === 'yes' ? untilDead + command : command]);
      if (dies === 'yes') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
      await running;
    } else write('end ' + process.pid);
  });
`;

it('one process at a time changes a checkout, and a killed one keeps the lock until its command has ended', async () => {
  const journal = path.join(directory, 'journal');
  const processes = Array.from({ length: 8 }, (_, index) =>
    spawn(process.execPath, ['--input-type=module', '-e', program, script, journal, index < 3 ? 'yes' : 'no'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const ends = await Promise.all(
    processes.map((one) => new Promise((resolve) => one.once('exit', (code, signal) => resolve(code ?? signal)))),
  );
  expect(ends).toEqual([...Array<string>(3).fill('SIGKILL'), ...Array<number>(5).fill(0)]);
  // The last process may have been killed: like the next owner, wait for its command.
  const next = `await (await import(${JSON.stringify(script)})).changeCheckout(() => {});`;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', next]).status).toBe(0);
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2 * (3 * 2 + 5 * 3));
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('begin', 'end'));
}, 60_000);

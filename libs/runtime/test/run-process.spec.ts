import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';

/** Runs a process with this `stop`, and asks it to end. It uses the built library, because it runs without Jest. */
async function endOf(stop: string, stopWithinMs: number) {
  const library = new URL('../dist/main.js', import.meta.url).href;
  const program = `
    import { runProcess } from ${JSON.stringify(library)};
    setInterval(() => {}, 1_000);
    const drain = () => Promise.resolve();
    const running = { drain, stop: ${stop}, stopWithinMs: ${stopWithinMs} };
    await runProcess(() => Promise.resolve(running).finally(() => process.stdout.write('runs')));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const errors = text(child.stderr);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  return { code: (await ended)[0], errors: (await errors).trim() };
}

it('a stop that does not end is cut off after its time, with code 1', async () => {
  expect(await endOf('() => new Promise(() => {})', 100)).toEqual({ code: 1, errors: 'the shutdown took too long' });
});

it('(control) a stop that takes less is not', async () => {
  const slow = '() => new Promise((resolve) => setTimeout(resolve, 300))';
  expect(await endOf(slow, 600_000)).toEqual({ code: 0, errors: '' });
});

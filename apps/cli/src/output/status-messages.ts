import { styleText } from 'node:util';
import { printable } from './printable.js';
import { fit } from './text-width.js';

/** stderr: what the command says about its work. A progress line is the last line, and is drawn over. */
let progress: string | undefined;
let isWatching = false;

const isTerminal = () => process.stderr.isTTY;
const write = (text: string) => process.stderr.write(text);

/** A message of one or more lines. It goes above the progress line. */
export function say(text: string, style?: Parameters<typeof styleText>[0]): void {
  const lines = text.split('\n').map(printable);
  const shown = lines.map((line) => (style === undefined ? line : styled(style, line))).join('\n');
  write(`${progress === undefined ? '' : '\r\u001b[K'}${shown}\n`);
  if (progress !== undefined) draw();
}

export const warn = (text: string): void => say(`warning: ${text}`, 'yellow');

/** Shows how far the work is. Without a terminal it says nothing. */
export function showProgress(line: string): void {
  if (!isTerminal() || line === progress) return;
  progress = line;
  watchResizes();
  draw();
}

/** Removes the progress line. */
export function endProgress(): void {
  if (progress !== undefined) write('\r\u001b[K');
  progress = undefined;
}

export const progressWidth = (): number => process.stderr.columns || 80;

/** One column stays free: a terminal wraps a line that fills the last one. */
const draw = () => write(`\r${fit(printable(progress ?? ''), progressWidth() - 1)}\u001b[K`);

function watchResizes(): void {
  if (isWatching) return;
  isWatching = true;
  // A narrower terminal has wrapped the old line: what is below its start is removed.
  process.stderr.on('resize', () => progress !== undefined && (write('\r\u001b[J'), draw()));
}

const styled = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stderr });

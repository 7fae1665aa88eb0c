import { fit, widthOf } from './text-width.js';

interface Bar {
  label: string;
  /** 0 to 1. */
  fraction: number;
  /** Texts after the bar. */
  details: readonly string[];
}

const widest = 40;
const narrowest = 10;

/** `upload [#####-----]  50 %  1.2 MB of 2.4 MB`. A narrow terminal has a shorter bar, or none. */
export function drawBar({ label, fraction, details }: Bar, width: number): string {
  const known = Math.min(1, Math.max(0, Number.isFinite(fraction) ? fraction : 0));
  const percent = `${String(Math.floor(known * 100)).padStart(3)} %`;
  const rest = [percent, ...details].join('  ');
  const room = Math.min(widest, width - widthOf(label) - widthOf(rest) - 4);
  if (room < narrowest) return fit(`${label} ${rest}`, width);
  const done = Math.floor(known * room);
  return `${label} [${'#'.repeat(done)}${'-'.repeat(room - done)}] ${rest}`;
}

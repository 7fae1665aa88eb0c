import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 1_024,
  mi: 1_048_576,
  gi: 1_073_741_824,
};

/** `200MB`, `1.5G`, `64MiB`: bytes. */
export function parseSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]i?|)b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * (units[unit.toLowerCase()] ?? NaN));
  if (digits === '' || !(bytes >= 1)) throw new InvalidArgumentError('Write a size like 200MB.');
  return bytes;
}

import { readFileSync } from 'node:fs';

/** The version of the product, as in `package.json`. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

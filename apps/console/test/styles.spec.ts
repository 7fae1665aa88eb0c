import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const assets = path.join(import.meta.dirname, '../dist/assets');
const contentOf = (extension: string) =>
  readdirSync(assets)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'))
    .join('\n');

/** Mantine names its classes by a hash. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,10}\b/g));

const styled = classesIn(readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8'));

/** Classes of components that have styles, but not in a style sheet of the console. */
const missing = (script: string, styles: string) =>
  [...classesIn(script)].filter((name) => styled.has(name) && !classesIn(styles).has(name));

describe('every component of Mantine that is used', () => {
  it('has its styles in src/mantine-styles.ts', () => {
    expect(classesIn(contentOf('.js')).size).toBeGreaterThan(50);
    expect(missing(contentOf('.js'), contentOf('.css'))).toEqual([]);
  });

  it('is found without them (control)', () => {
    const [name = ''] = classesIn(contentOf('.js'));
    expect(missing(name, '')).toEqual(styled.has(name) ? [name] : []);
    expect(missing([...styled].join(' '), '').length).toBe(styled.size);
  });
});

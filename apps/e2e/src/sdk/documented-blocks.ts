import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
/** The code blocks of a document in a language. */
export const blocksOf = (file: string, language: string) => {
  const markdown = readFileSync(path.join(root, file), 'utf8');
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n((?:(?!\`\`\`).*\\n)+)\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
};

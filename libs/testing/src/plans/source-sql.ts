import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * The texts in the sources of an app, apart from migrations, that name one of the tables as SQL does: `from people`. A text
 * with `${…}` counts as several. A statement that contains such a text shows that the text has been sent.
 *
 * @param sources their folder
 */
export function sourceTextsNaming(sources: string, tables: readonly string[]): { file: string; text: string }[] {
  const naming = new RegExp(`\\b(from|into|update|join|using)\\s+(${tables.join('|')})\\b`);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('migrations'),
  );
  return files.flatMap((file) =>
    textsIn(readFileSync(path.join(sources, file), 'utf8'))
      .filter((text) => naming.test(text))
      .map((text) => ({ file, text: inOneLine(text) })),
  );
}

export const inOneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim();

/** The string literals, and the fixed parts of templates. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return texts;
}

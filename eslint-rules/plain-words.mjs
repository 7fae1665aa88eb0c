import path from 'node:path';
import { findBannedWord, wordsOfName } from './banned-words.mjs';

/** Names, comments and texts use the field's terms: the list is in banned-words.mjs. */
export const plainWords = {
  meta: { type: 'suggestion', schema: [], messages: { banned: '"{{word}}" is not ours; write: {{instead}}.' } },
  create(context) {
    const check = (text, where) => {
      const found = findBannedWord(text);
      if (found) context.report({ ...where, messageId: 'banned', data: found });
    };
    return {
      Program(program) {
        check(wordsOfName(path.basename(context.filename)), { loc: { line: 1, column: 0 } });
        for (const comment of context.sourceCode.getAllComments())
          check(comment.value, { node: program, loc: comment.loc });
      },
      Identifier: (node) => check(wordsOfName(node.name), { node }),
      PrivateIdentifier: (node) => check(wordsOfName(node.name), { node }),
      JSXIdentifier: (node) => check(wordsOfName(node.name), { node }),
      JSXText: (node) => check(node.value, { node }),
      Literal: (node) => typeof node.value === 'string' && check(node.value, { node }),
      TemplateElement: (node) => check(node.value.raw, { node }),
    };
  },
};

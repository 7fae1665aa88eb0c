import path from 'node:path';
import { findBannedWord, isHeadless, wordsOfName } from './banned-words.mjs';

/** Names, comments and texts use the field's terms: the list is in banned-words.mjs. Comments begin with a subject. */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      banned: '"{{word}}" is not ours; write: {{instead}}.',
      headless: 'A comment begins with its subject, not with What, Of, Those or Who.',
    },
  },
  create(context) {
    const check = (text, where) => {
      const found = findBannedWord(text);
      if (found) context.report({ ...where, messageId: 'banned', data: found });
    };
    return {
      Program(program) {
        check(wordsOfName(path.basename(context.filename)), { loc: { line: 1, column: 0 } });
        let previous;
        for (const comment of context.sourceCode.getAllComments()) {
          check(comment.value, { node: program, loc: comment.loc });
          if (!continues(comment, previous) && isHeadless(comment.value))
            context.report({ node: program, loc: comment.loc, messageId: 'headless' });
          previous = comment;
        }
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

/** A line comment right below another one goes on with its sentence. */
const continues = (comment, previous) =>
  comment.type === 'Line' && previous?.type === 'Line' && previous.loc.end.line + 1 === comment.loc.start.line;

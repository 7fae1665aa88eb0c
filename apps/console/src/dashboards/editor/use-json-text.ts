import type { ContentProblem } from '@tributary/contracts/rules/dashboards/find-unstorable';
import { useState } from 'react';
import type { Content } from './content/edit-content.js';
import { printContent, parseContent } from './content/parse-content.js';
import type { Editor } from './content/use-editor.js';

interface JsonText {
  text: string;
  problems: ContentProblem[];
  setText: (text: string) => void;
}

/** The text beside the grid. It follows the content; the content follows it as long as it is valid. */
export function useJsonText({ content, change }: Editor): JsonText {
  const [typed, setTyped] = useState<{ text: string; content: Content; problems: ContentProblem[] }>();
  // An edit of the grid, or an undo, replaces what was typed.
  const isTyped = typed?.content === content;
  return {
    text: isTyped ? typed.text : printContent(content),
    problems: isTyped ? typed.problems : [],
    setText: (text) => {
      const read = parseContent(text);
      if (read.kind === 'problems') return setTyped({ text, content, problems: read.problems });
      setTyped({ text, content: read.content, problems: [] });
      change(read.content, 'json');
    },
  };
}

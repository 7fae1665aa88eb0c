/** A program that a document shows, with the command that runs it. */
export interface DocumentedProgram {
  file: string;
  source: string;
  /** As in the command: `node` or `python3`. */
  interpreter: string;
  /** The value of PLUGIN_PORT in the command. */
  port: string;
}

const code = /^```(?:typescript|javascript|python)\n(?:\/\/|#) (\S+\.(?:ts|js|py))\n((?:(?!```).*\n)+)```$/gm;
const command = /^```sh\nPLUGIN_PORT=(\d+) (?:(?!```).*\n)*?.*?\b(node|python3) (\S+)\n```$/gm;

/** The code blocks that begin with a comment with a file name, and that a command of the document runs. */
export function readPrograms(markdown: string): DocumentedProgram[] {
  const sources = new Map([...markdown.matchAll(code)].map(([, file = '', source = '']) => [file, source]));
  return [...markdown.matchAll(command)].flatMap(([, port = '', interpreter = '', file = '']) => {
    const source = sources.get(file);
    return source === undefined ? [] : [{ file, source, interpreter, port }];
  });
}

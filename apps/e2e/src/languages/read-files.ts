/** A file that a page shows completely. */
interface PageFile {
  name: string;
  source: string;
}

const block = /^```(?:python|php|kotlin|swift|dart)\n((?:<\?php\n)?(?:\/\/|#) (\S+\.\w+)\n(?:(?!```).*\n)*)```$/gm;

/** The code blocks that begin with a comment with a file name. */
export const readFiles = (markdown: string): PageFile[] =>
  [...markdown.matchAll(block)].map(([, source = '', name = '']) => ({ name, source }));

import { checkLines, type LinesCheck } from '@tributary/client/imports/check-lines';
import { documentTypes } from '@tributary/client/imports/document-types';
import { formatBytes } from '@tributary/client/imports/format-bytes';
import { Failure } from '../output/failures.js';
import { say, warn } from '../output/status-messages.js';
import type { ImportSettings } from './import-settings.js';
import type { SourceFile } from './source-file.js';

const mostProblems = 5;

/** Checks the first lines of a file, and says what it is taken for. */
export function checkFile({ head, size }: SourceFile, settings: ImportSettings): LinesCheck {
  const { document_type, mime_type, encoding } = settings;
  say(`${head.name}: ${document_type}, ${mime_type}, ${encoding}, ${formatBytes(size)}`);
  const check = checkLines(head, settings);
  for (const { line, problem } of check.problems.slice(0, mostProblems)) warn(`line ${line}: ${problem}`);
  const more = check.problems.length - mostProblems;
  if (more > 0) warn(`… and ${more} more problems in the first ${check.checked} lines`);
  return check;
}

/** A file of something else is refused before it is uploaded. @throws Failure if no checked line is right */
export function refuseOtherFile({ checked, problems }: LinesCheck, { document_type }: ImportSettings): void {
  if (new Set(problems.map(({ line }) => line)).size < Math.max(1, checked)) return;
  throw new Failure(
    `none of the first ${Math.max(1, checked)} lines is a line of ${document_type}: nothing was uploaded`,
    `Such a line needs ${documentTypes[document_type].needs}. --type says otherwise, --no-check uploads anyway.`,
  );
}

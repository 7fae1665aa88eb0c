import {
  documentTypeNames,
  documentTypes,
  mimeTypesOf,
  type DocumentType,
  type MimeType,
  type Priority,
} from '@tributary/client/imports/document-types';
import { guessImport, type FileHead } from '@tributary/client/imports/guess-import';
import { UsageProblem } from '../output/failures.js';

export interface ImportSettings {
  document_type: DocumentType;
  mime_type: MimeType;
  encoding: string;
  name: string;
  priority: Priority;
}

export interface SettingsOptions {
  type?: string;
  format?: string;
  encoding?: string;
  name?: string;
  priority: Priority;
}

const formats: Readonly<Record<string, MimeType>> = { ndjson: 'APPLICATION_X_NDJSON', csv: 'TEXT_CSV' };
export const formatNames = Object.keys(formats);

/**
 * The settings of an import: as the options say, else as the file looks.
 *
 * @throws UsageProblem
 */
export function settingsOf(head: FileHead, options: SettingsOptions): ImportSettings {
  const guess = guessImport(head);
  const document_type = options.type === undefined ? guess.document_type : typeOf(options.type);
  const { removes, csv } = documentTypes[document_type];
  if (removes && options.type === undefined)
    throw new UsageProblem(
      `${head.name} looks like ${document_type}, which removes data: say so with --type ${document_type}`,
    );
  const format = options.format === undefined ? undefined : formats[options.format];
  if (format === 'TEXT_CSV' && !csv) throw new UsageProblem(`${document_type} is imported as NDJSON only, not as CSV`);
  const guessed = mimeTypesOf(document_type).includes(guess.mime_type) ? guess.mime_type : 'APPLICATION_X_NDJSON';
  const { encoding = guess.encoding, name = head.name, priority } = options;
  return { document_type, mime_type: format ?? guessed, encoding, name, priority };
}

/** `user_profile` and `USER_PROFILE` are the same. */
function typeOf(text: string): DocumentType {
  const found = documentTypeNames.find((name) => name === text.toUpperCase());
  if (!found)
    throw new UsageProblem(`there is no document type "${text}": it is one of ${documentTypeNames.join(', ')}`);
  return found;
}

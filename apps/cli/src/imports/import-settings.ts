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
  const { removes } = documentTypes[document_type];
  if (removes && options.type === undefined)
    throw new UsageProblem(
      `${head.name} looks like ${document_type}, which removes data: say so with --type ${document_type}`,
    );
  const format = formatOf(options.format, document_type);
  const guessed = mimeTypesOf(document_type).includes(guess.mime_type) ? guess.mime_type : 'APPLICATION_X_NDJSON';
  const { encoding = guess.encoding, name = head.name, priority } = options;
  return { document_type, mime_type: format ?? guessed, encoding, name, priority };
}

/** The format of an option; undefined without one. @throws UsageProblem if files of the type cannot have it */
export function formatOf(name: string | undefined, document_type: DocumentType): MimeType | undefined {
  const format = name === undefined ? undefined : formats[name];
  if (format === 'TEXT_CSV' && !documentTypes[document_type].csv)
    throw new UsageProblem(`${document_type} is imported as NDJSON only, not as CSV`);
  return format;
}

/** `user_profile` and `USER_PROFILE` are the same. */
export function typeOf(text: string): DocumentType {
  const found = documentTypeNames.find((name) => name === text.toUpperCase());
  if (!found)
    throw new UsageProblem(`there is no document type "${text}": it is one of ${documentTypeNames.join(', ')}`);
  return found;
}

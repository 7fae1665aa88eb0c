import { getDocumentImportTemplate } from '@tributary/client/generated/sdk.gen';
import type { CommonOptions } from '../commands/create-command.js';
import { printText } from '../output/print.js';
import { openSession } from '../session/open-session.js';
import { formatOf, typeOf } from './import-settings.js';

interface TemplateOptions {
  template: string;
  format?: string;
}

/** Prints a file of a document type, to fill in. */
export async function printTemplate(options: CommonOptions & TemplateOptions): Promise<void> {
  const document_type = typeOf(options.template);
  const mime_type = formatOf(options.format, document_type) ?? 'APPLICATION_X_NDJSON';
  openSession(options);
  const { data } = await getDocumentImportTemplate({ path: { document_type }, query: { mime_type }, parseAs: 'text' });
  printText(String(data));
}

export interface DataFile {
  execution_id: string;
  kind: 'input' | 'errors';
}

const form = /^tributary:\/\/document_import_executions\/([1-9]\d{0,17})\/(input|errors)$/;

export const dataFileUri = ({ execution_id, kind }: DataFile) =>
  `tributary://document_import_executions/${execution_id}/${kind}`;

/** Undefined for any other URI. */
export function readDataFileUri(uri: string): DataFile | undefined {
  const [, execution_id, kind] = form.exec(uri) ?? [];
  return execution_id === undefined ? undefined : { execution_id, kind: kind === 'input' ? 'input' : 'errors' };
}

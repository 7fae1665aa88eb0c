import { columnUses, mappedTypes, type ColumnMapping } from '@tributary/contracts/rules/column-mapping';
import { isValueForm } from '@tributary/contracts/rules/suggest-mapping';

/** Names of columns and their uses, which no session protects: they are no data of people. */
const keyOf = (datamart_id: string, import_id: string) => `tributary.mapping.${datamart_id}.${import_id}`;

/** Keeps the mapping with an import, in this browser. */
export function rememberMapping(datamart_id: string, import_id: string, mapping: ColumnMapping): void {
  localStorage.setItem(keyOf(datamart_id, import_id), JSON.stringify(mapping));
}

/** The mapping that a file with these columns had the last time. */
export function rememberedMapping(
  datamart_id: string,
  import_id: string | undefined,
  columns: readonly string[],
): ColumnMapping | undefined {
  if (import_id === undefined) return undefined;
  const mapping = readMapping(localStorage.getItem(keyOf(datamart_id, import_id)));
  const isSame =
    mapping?.columns.length === columns.length &&
    mapping.columns.every(({ column }, index) => column === columns[index]);
  return isSame ? mapping : undefined;
}

/** An older version of the console may have written it. */
function readMapping(text: string | null): ColumnMapping | undefined {
  try {
    const mapping = JSON.parse(text ?? 'null') as ColumnMapping | null;
    const uses = mapping && mappedTypes.includes(mapping.document_type) && columnUses[mapping.document_type];
    const isKnown = mapping?.columns.every(({ use, form }) => uses && uses.includes(use) && isValueForm(form));
    return mapping && isKnown ? mapping : undefined;
  } catch {
    return undefined;
  }
}

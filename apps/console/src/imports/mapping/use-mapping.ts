import {
  mappedTypes,
  mappingProblem,
  type ColumnMapping,
  type MappedType,
} from '@tributary/contracts/rules/column-mapping';
import { suggestMapping } from '@tributary/contracts/rules/suggest-mapping';
import { useMemo, useState } from 'react';
import { useDatamart } from '../../shell/use-datamart.js';
import type { ImportSettings } from '../settings/import-fields.js';
import { newIdempotencyKey } from '../upload/upload-file.js';
import type { ChosenFile } from '../upload/chosen-file.js';
import type { MappedTable } from '../table/map-file.js';
import { rememberedMapping } from '../table/remembered-mappings.js';
import { readTableHead, type TableHead } from '../table/table-head.js';

interface TableMapping extends MappedTable {
  head: TableHead;
  change: (mapping: ColumnMapping) => void;
  /** Why no row can be read. */
  problem: string | undefined;
}

export interface MappingChoice {
  /** Whether the file is a table that the import can take as lines. */
  isPossible: boolean;
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Undefined if the header cannot be read, or if it is off. */
  table: TableMapping | undefined;
  problem: string | undefined;
}

const identifying = ['user_account_id', 'email_hash', 'user_agent_id'].flatMap((name) => [name, `$${name}`]);

const isMappedType = (type: string): type is MappedType => mappedTypes.some((one) => one === type);

/** The mapping of the columns of a chosen table, which begins as suggested or as it was the last time. */
export function useMapping(
  chosen: ChosenFile | undefined,
  settings: ImportSettings | undefined,
  import_id: string | undefined,
): MappingChoice {
  const { datamart_id } = useDatamart();
  const [choice, setChoice] = useState<{ file: File; isOn: boolean }>();
  const [changed, setChanged] = useState<{ head: TableHead; mapping: ColumnMapping }>();
  const isTable = chosen?.guess.mime_type === 'TEXT_CSV';
  const encoding = import_id === undefined ? (settings?.encoding ?? 'utf-8') : (chosen?.guess.encoding ?? 'utf-8');
  const head = useMemo(
    () => (chosen && isTable ? readTableHead(chosen.head, encoding) : undefined),
    [chosen, isTable, encoding],
  );
  const type = settings?.document_type ?? '';
  const takesLines = import_id === undefined || settings?.mime_type === 'APPLICATION_X_NDJSON';
  const isPossible = head !== undefined && isMappedType(type) && takesLines;
  const isOrdinary =
    head !== undefined && 'columns' in head && !head.columns.some((name) => identifying.includes(name));
  const wanted = choice && choice.file === chosen?.file ? choice.isOn : isOrdinary || import_id !== undefined;
  const isOn = isPossible && wanted;
  const first = useMemo(() => {
    if (!head || 'problem' in head || !isMappedType(type)) return undefined;
    const rows = head.rows.flatMap(({ row }) => ('cells' in row ? [row.cells] : []));
    const remembered = rememberedMapping(datamart_id, import_id, head.columns);
    return remembered?.document_type === type ? remembered : suggestMapping(type, { columns: head.columns, rows });
  }, [head, type, datamart_id, import_id]);
  const isChanged = changed?.head === head && changed?.mapping.document_type === type;
  const mapping = isChanged ? changed?.mapping : first;
  const idempotencyKey = useMemo(() => (mapping ? newIdempotencyKey() : ''), [mapping]);
  return {
    isPossible,
    isOn,
    setOn: (next) => chosen && setChoice({ file: chosen.file, isOn: next }),
    table:
      isOn && head && 'columns' in head && mapping
        ? {
            head,
            mapping,
            change: (next) => setChanged({ head, mapping: next }),
            problem: mappingProblem(mapping),
            idempotencyKey,
          }
        : undefined,
    problem: isOn && head && 'problem' in head ? head.problem : undefined,
  };
}

import { dateForms, readCell, valueForms, type ValueForm } from './cell-value.js';
import {
  columnUses,
  type ColumnMapping,
  type ColumnUse,
  type MappedColumn,
  type MappedType,
} from './column-mapping.js';
import { isAddress } from './email-address.js';
import { isPlaceholder } from './junk-words.js';
import { agentForm, sha256Form, uuidForm } from './people/identifier-forms.js';

/** The uses that the name of a column suggests, in the order of trust. */
const byName: readonly (readonly [use: ColumnUse, name: RegExp])[] = [
  ['EMAIL_HASH', /^(email|mail)(hash|sha256|md5)$|^hash(ed)?(email|mail)$|^sha256$/],
  ['EMAIL', /^(email|mail|emailaddress|mailaddress|courriel|adressemail|correo)$/],
  ['AGENT', /^(useragentid|agentid|deviceid|cookieid|visitorid|anonymousid|advertisingid|idfa|gaid)$/],
  ['COMPARTMENT', /^compartment(id)?$/],
  ['OPERATION', /^(operation|action)$/],
  ['SEGMENT', /^(segment|segmentid|list|listid|audience|audienceid)$/],
  ['EXPIRATION', /^(expiration|expirationts|expires|expiresat|validuntil)$/],
  ['EVENT', /^(event|eventname|activity)$/],
  ['TIME', /^(ts|time|timestamp|date|datetime|createdat|occurredat|eventtime|orderdate)$/],
  ['ACCOUNT', /^(useraccountid|accountid|userid|customerid|clientid|memberid|crmid|customer|account|uid|id)$/],
];

/** A table's header and its first rows. */
export interface TableHead {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A mapping that the names of the columns and the first rows suggest. The user can correct each part. */
export function suggestMapping(document_type: MappedType, { columns, rows }: TableHead): ColumnMapping {
  const taken = new Set<ColumnUse>();
  const suggested = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => !isPlaceholder(cell));
    const mapped = suggestColumn(document_type, column, cells);
    if (mapped.use === 'PROPERTY' || mapped.use === 'IGNORE' || !taken.has(mapped.use)) {
      taken.add(mapped.use);
      return mapped;
    }
    return { ...mapped, use: fallback(document_type) };
  });
  return {
    document_type,
    columns: suggested,
    operation: 'UPSERT',
    compartment_id: '',
    segment_id: '',
    event_name: '',
    activity_type: 'SITE_VISIT',
  };
}

function suggestColumn(document_type: MappedType, column: string, cells: readonly string[]): MappedColumn {
  const plain = column.toLowerCase().replace(/[^a-z0-9]/g, '');
  const uses = columnUses[document_type];
  const all = (test: (cell: string) => boolean) => cells.length > 0 && cells.every((cell) => test(cell.trim()));
  const named = byName.find(([use, name]) => uses.includes(use) && name.test(plain))?.[0];
  const form = suggestForm(cells);
  const isTime = named === 'TIME' || named === 'EXPIRATION';
  const fits =
    named !== undefined &&
    (!isTime || dateForms.includes(form)) &&
    (named !== 'EMAIL' || !all((cell) => sha256Form.test(cell)));
  const use =
    (all(isAddress) && 'EMAIL') ||
    (all((cell) => sha256Form.test(cell)) && 'EMAIL_HASH') ||
    (all((cell) => agentForm.test(cell)) && 'AGENT') ||
    (fits && named) ||
    (all((cell) => uuidForm.test(cell)) && /id$/.test(plain) && 'ACCOUNT') ||
    fallback(document_type);
  // Long numbers of a property are ids rather than times.
  const isNumber = use === 'PROPERTY' && (form === 'MILLISECONDS' || form === 'SECONDS');
  return { column, use, name: propertyName(column), form: isNumber ? 'NUMBER' : form };
}

const fallback = (document_type: MappedType): ColumnUse =>
  columnUses[document_type].includes('PROPERTY') ? 'PROPERTY' : 'IGNORE';

const propertyName = (column: string) => column.trim().replace(/^[$]+/, '');

/** The narrowest form that all cells have; a number with leading zeros is a text, such as a postal code. */
export function suggestForm(cells: readonly string[]): ValueForm {
  const given = cells.filter((cell) => cell.trim() !== '');
  if (given.length === 0) return 'TEXT';
  const order: ValueForm[] = ['ISO', 'DMY', 'MDY', 'MILLISECONDS', 'SECONDS', 'NUMBER', 'BOOLEAN'];
  const fitting = order.find((form) => given.every((cell) => isLikely(cell, form)));
  return fitting ?? 'TEXT';
}

/** Numbers are times only if they are of the years 2001 to 2100. */
function isLikely(cell: string, form: ValueForm): boolean {
  const value = readCell(cell, form);
  if (form === 'BOOLEAN') return value !== undefined && /^[a-z]/i.test(cell.trim());
  if (form === 'NUMBER') return value !== undefined && !/^-?0\d/.test(cell.trim());
  if (form !== 'MILLISECONDS' && form !== 'SECONDS') return value !== undefined;
  return typeof value === 'number' && value > 978_307_200_000 && value < 4_133_980_800_000;
}

export const isValueForm = (text: unknown): text is ValueForm => valueForms.some((form) => form === text);

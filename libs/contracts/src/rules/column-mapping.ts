import type { ValueForm } from './cell-value.js';

/** The document types that rows of any table can become. */
export const mappedTypes = [
  'USER_PROFILE',
  'USER_SEGMENT',
  'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
  'USER_ACTIVITY',
] as const;
export type MappedType = (typeof mappedTypes)[number];

/** Where the cells of a column go. An address is hashed before anything leaves the browser. */
export type ColumnUse =
  | 'IGNORE'
  | 'ACCOUNT'
  | 'EMAIL'
  | 'EMAIL_HASH'
  | 'AGENT'
  | 'COMPARTMENT'
  | 'OPERATION'
  | 'SEGMENT'
  | 'EXPIRATION'
  | 'TIME'
  | 'EVENT'
  | 'PROPERTY';

export interface MappedColumn {
  /** In the header. */
  column: string;
  use: ColumnUse;
  /** The name of a property. */
  name: string;
  /** The form of a property, a time or an expiration. */
  form: ValueForm;
}

export interface ColumnMapping {
  document_type: MappedType;
  columns: readonly MappedColumn[];
  /** For rows without one: UPSERT or DELETE. */
  operation: 'UPSERT' | 'DELETE';
  /** For rows without one; empty: the default one. */
  compartment_id: string;
  /** For rows without one; empty: none. */
  segment_id: string;
  /** The event of an activity without one; empty: none. */
  event_name: string;
  activity_type: string;
}

const identifiers = ['ACCOUNT', 'EMAIL', 'EMAIL_HASH', 'AGENT'] as const;
const always = ['IGNORE', ...identifiers, 'COMPARTMENT'] as const;

/** The uses that a column of a document type can have. */
export const columnUses: Readonly<Record<MappedType, readonly ColumnUse[]>> = {
  USER_PROFILE: [...always, 'PROPERTY', 'OPERATION'],
  USER_SEGMENT: [...always, 'SEGMENT', 'EXPIRATION', 'PROPERTY', 'OPERATION'],
  USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: always,
  USER_ACTIVITY: [...always, 'TIME', 'EVENT', 'PROPERTY'],
};

/** Only properties and identifiers of other types can be several columns. */
const single: ReadonlySet<ColumnUse> = new Set<ColumnUse>([
  ...identifiers,
  'COMPARTMENT',
  'OPERATION',
  'SEGMENT',
  'EXPIRATION',
  'TIME',
  'EVENT',
]);

/** Why no row can be read with the mapping; undefined if rows can be. */
export function mappingProblem({ columns, ...mapping }: ColumnMapping): string | undefined {
  const used = columns.map(({ use }) => use);
  const twice = used.find((use, index) => single.has(use) && used.indexOf(use) !== index);
  if (twice) return `Two columns are used as ${twice.toLowerCase().replace('_', ' ')}.`;
  if (!identifiers.some((use) => used.includes(use)))
    return 'No column identifies a person: choose an account id, an e-mail address, its hash or an agent id.';
  const { document_type, segment_id, event_name } = mapping;
  if (document_type === 'USER_SEGMENT' && !used.includes('SEGMENT') && segment_id.trim() === '')
    return 'Choose the segment, or the column that has its id.';
  const properties = columns.filter(({ use }) => use === 'PROPERTY');
  if (document_type === 'USER_ACTIVITY') {
    if (mapping.activity_type.trim() === '') return 'Activities need a type.';
    if (properties.length > 0 && !used.includes('EVENT') && event_name.trim() === '')
      return 'Properties of activities are those of an event: name it, or choose the column that does.';
  }
  return propertyProblem(properties.map(({ name }) => name));
}

function propertyProblem(names: readonly string[]): string | undefined {
  if (names.includes('')) return 'A property has no name.';
  const reserved = names.find((name) => /^\$|^__proto__$|\0/.test(name));
  if (reserved !== undefined) return `The name of a property cannot be ${JSON.stringify(reserved)}.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `Two columns are the property ${JSON.stringify(twice)}.`;
}

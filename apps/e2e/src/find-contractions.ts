/** What takes something away that an older version of the app may still use; on tables that the migration itself makes nobody does. */
const contractions: [what: RegExp, name: string][] = [
  [/^drop (table|view|materialized view|type|function|sequence|schema)/, 'drops'],
  [/^truncate|^delete from/, 'deletes rows'],
  [/^create unique index (?:\w+ )?on (\w+)/, 'narrows'],
  [/^alter (table|view|type|sequence) .*\brename\b/, 'renames'],
  [/^alter table (\w+) .*\bdrop (column|default)\b/, 'drops'],
  [/^alter table (\w+) .*\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/^alter table (\w+) .*\bset not null\b/, 'makes obligatory'],
  [/^alter table (\w+) .*\badd (constraint|check|unique|primary key|foreign key|exclude)\b/, 'narrows'],
  [
    /^alter table (\w+) .*\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    'makes obligatory',
  ],
];

export interface Contraction {
  what: string;
  statement: string;
}

/** The statements of a migration, or of the text that holds it, that an older version cannot live with. */
export function findContractions(text: string): Contraction[] {
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const found = contractions.find(([pattern]) => pattern.test(statement));
    return found && !made.has(tableOf(statement) ?? '') ? [{ what: found[1], statement }] : [];
  });
}

const tableOf = (statement: string) =>
  (/^alter table (\w+)/.exec(statement) ?? /^create unique index (?:\w+ )?on (\w+)/.exec(statement))?.[1];

/** In small letters and on one line each, comments gone; SQL begins behind a backtick in our sources. */
const statementsOf = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .split(/[;`]/)
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase());

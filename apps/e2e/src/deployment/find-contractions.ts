/**
 * Statements that remove something that an older version of the app may use. Tables that the migration itself creates are
 * exempt.
 */
const contractions: [what: RegExp, name: string][] = [
  [/^drop (table|view|materialized view|type|function|sequence|schema)/, 'drops'],
  [/^truncate|^delete from/, 'deletes rows'],
  [/^create unique index (?:\w+ )?on (\w+)/, 'narrows'],
  [/^alter (table|view|type|sequence) .*\brename\b/, 'renames'],
  [/^alter table (\w+) .*\bdrop (column|default)\b/, 'drops'],
  [/^alter table (\w+) .*\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/^alter table (\w+) .*\bset not null\b/, 'makes mandatory'],
  [/^alter table (\w+) .*\badd (constraint|check|unique|primary key|foreign key|exclude)\b/, 'narrows'],
  [
    /^alter table (\w+) .*\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    'makes mandatory',
  ],
];

interface Contraction {
  what: string;
  statement: string;
}

/** Finds the statements of a migration that would break an older version. @param text SQL, or the source file of the migration */
export function findContractions(text: string): Contraction[] {
  const statements = statementsOf(text);
  const created = new Set(statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const found = contractions.find(([pattern]) => pattern.test(statement));
    return found && !created.has(tableOf(statement) ?? '') ? [{ what: found[1], statement }] : [];
  });
}

const tableOf = (statement: string) =>
  (/^alter table (\w+)/.exec(statement) ?? /^create unique index (?:\w+ )?on (\w+)/.exec(statement))?.[1];

/**
 * Splits the text into statements without comments, each in lower case and on one line. In our sources SQL starts after a
 * backtick.
 */
const statementsOf = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .split(/[;`]/)
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase());

import { Text } from '@mantine/core';
import { shownName, wordsOf } from '@tributary/contracts/rules/reports/report-words';

interface NameOption {
  value: string;
  label: string;
}

/** Metrics and dimensions as choices. */
export const nameOptions = (names: readonly string[]): NameOption[] =>
  names.map((value) => ({ value, label: shownName(value) }));

/** Finds a choice by its name, its raw name or its sentence, in any case. */
export function searchNames({ options, search }: { options: unknown[]; search: string }): never[] {
  const wanted = search.trim().toLowerCase();
  const matches = ({ value, label }: NameOption) =>
    `${label} ${value} ${wordsOf(value)?.sentence ?? ''}`.toLowerCase().includes(wanted);
  return (options as NameOption[]).filter(matches) as never[];
}

/** A choice with its sentence; the raw name when the pointer is over it. */
export const renderName = ({ option: { value, label } }: { option: { value: string; label: string } }) => (
  <div title={value}>
    <Text size="sm">{label}</Text>
    <Text size="xs" c="dimmed">
      {wordsOf(value)?.sentence}
    </Text>
  </div>
);

/** The text under the pointer: the raw name and its sentence. */
const titleOfName = (raw: string): string => [raw, wordsOf(raw)?.sentence].filter(Boolean).join(': ');

/** A metric or dimension by its name. */
export const ShownName = ({ raw }: { raw: string }) => <span title={titleOfName(raw)}>{shownName(raw)}</span>;

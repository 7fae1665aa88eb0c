import { MultiSelect } from '@mantine/core';
import { nameOptions, renderName, searchNames } from '../../words/name-options.js';
import { maxNames } from '@tributary/contracts/rules/reports/report-names';

interface NamesPickerProps {
  label: string;
  /** The choices. A chosen name that is not among them, as of an old link, is shown too. */
  names: readonly string[];
  value: string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Several names in an order: they become the columns of the report. */
export function NamesPicker({ label, names, value, onChange, error }: NamesPickerProps) {
  return (
    <MultiSelect
      label={label}
      data={nameOptions([...names, ...value.filter((name) => !names.includes(name))])}
      renderOption={renderName}
      filter={searchNames}
      value={value}
      onChange={onChange}
      error={error}
      maxValues={maxNames}
      searchable
      clearable
      hidePickedOptions
      placeholder={value.length === 0 ? 'None' : ''}
      nothingFoundMessage="None of this name"
      clearButtonProps={{ 'aria-label': `Remove all ${label.toLowerCase()}` }}
    />
  );
}

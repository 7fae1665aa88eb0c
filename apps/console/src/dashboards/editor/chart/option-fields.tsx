import { NativeSelect, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import { optionsOf, type OptionField } from './option-list.js';
import { optionAt, setOption } from './set-option.js';

interface OptionFieldsProps {
  type: ChartType;
  options: Record<string, unknown>;
  onChange: (options: Record<string, unknown>) => void;
}

export function OptionFields({ type, options, onChange }: OptionFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" style={{ alignItems: 'end' }}>
      {optionsOf[type].map((option) => (
        <Option
          key={option.path.join('.')}
          option={option}
          value={optionAt(options, option.path)}
          onChange={(value) => onChange(setOption(options, option.path, value))}
        />
      ))}
    </SimpleGrid>
  );
}

interface OptionProps {
  option: OptionField;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Option({ option, value, onChange }: OptionProps) {
  const { label, kind } = option;
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'switch': {
      const checked = typeof value === 'boolean' ? value : option.default;
      return <Switch label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />;
    }
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
          hideControls
        />
      );
    case 'choice':
      return (
        <NativeSelect
          label={label}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
          data={[{ value: '', label: 'Default' }, ...option.choices]}
        />
      );
    case 'text':
      return (
        <TextInput label={label} value={text} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
      );
  }
}

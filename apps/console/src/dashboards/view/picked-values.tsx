import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { shownName } from '@tributary/contracts/rules/reports/report-words';
import { Button, Group, Text } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { useValueNames } from '../../words/use-value-names.js';

interface PickedValuesProps {
  picked: readonly Pick[];
  onChange: (picked: Pick[]) => void;
}

/** The values by which a click on a chart has filtered the page, each to be taken away. */
export function PickedValues({ picked, onChange }: PickedValuesProps) {
  const nameOf = useValueNames(picked.map(({ dimension }) => dimension));
  if (picked.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Picked in the charts">
      <Text size="sm" c="dimmed">
        Only
      </Text>
      {picked.map(({ dimension, value }) => {
        const text = `${shownName(dimension)}: ${nameOf(dimension, value) ?? value}`;
        return (
          <Button
            key={dimension}
            size="compact-sm"
            variant="default"
            rightSection={<Cross2Icon aria-hidden />}
            aria-label={`Remove ${text}`}
            onClick={() => onChange(picked.filter((each) => each.dimension !== dimension))}
          >
            {text}
          </Button>
        );
      })}
    </Group>
  );
}

import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { ReloadIcon } from '@radix-ui/react-icons';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sourcesKey } from '../sources/source-query.js';

interface RefreshControlsProps<Minutes extends number> {
  minutes: Minutes | undefined;
  offered: readonly Minutes[];
  onChange: (minutes: Minutes | undefined) => void;
}

/** Reads all data of the page again: at once, and regularly while the tab is visible. */
export function RefreshControls<Minutes extends number>({ minutes, offered, onChange }: RefreshControlsProps<Minutes>) {
  const queries = useQueryClient();
  const isReading = useIsFetching({ queryKey: [sourcesKey] }) > 0;
  useEffect(() => {
    if (minutes === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: [sourcesKey] });
    }, minutes * 60_000);
    return () => clearInterval(timer);
  }, [minutes, queries]);
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Refresh"
        title="Refresh"
        loading={isReading}
        onClick={() => void queries.invalidateQueries({ queryKey: [sourcesKey] })}
      >
        <ReloadIcon />
      </ActionIcon>
      <NativeSelect
        aria-label="Refresh by itself"
        size="xs"
        value={minutes ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(offered.find((each) => String(each) === value))}
      >
        <option value="">By hand</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            Every {each} min
          </option>
        ))}
      </NativeSelect>
    </Group>
  );
}

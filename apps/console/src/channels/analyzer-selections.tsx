import {
  listActivityAnalyzersOptions,
  listChannelVisitAnalyzerSelectionsOptions,
  putChannelVisitAnalyzerSelectionsMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzer } from '@tributary/client/generated/types.gen';
import { ArrowDownIcon, ArrowUpIcon, Cross2Icon } from '@radix-ui/react-icons';
import { ActionIcon, Group, List, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../components/failure-notice.js';
import { AnchorLink } from '../components/links.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { moved, orderOf } from './analyzer-order.js';
import { wholeList } from '../components/paging.js';

/** The analyzers that change the activities of a channel, in the order of their calls. */
export function AnalyzerSelections({ channel_id }: { channel_id: string }) {
  const { datamart_id, organisation_id, may } = useDatamart();
  const query = { datamart_id, ...wholeList };
  const selections = useQuery(listChannelVisitAnalyzerSelectionsOptions({ path: { channel_id }, query }));
  const analyzers = useQuery(listActivityAnalyzersOptions({ query: { organisation_id, ...wholeList } }));
  const { mutate, isPending, error } = useMutation({
    ...putChannelVisitAnalyzerSelectionsMutation(),
    meta: { changes: ['listChannelVisitAnalyzerSelections'] },
  });
  const replace = (ids: string[]) =>
    mutate({
      path: { channel_id },
      query: { datamart_id },
      body: { selections: ids.map((visit_analyzer_model_id) => ({ visit_analyzer_model_id })) },
    });
  return (
    <QueryView query={selections}>
      {({ data }) => (
        <>
          <SelectedAnalyzers
            ids={orderOf(data)}
            analyzers={analyzers.data?.data ?? []}
            isPending={isPending}
            onReplace={may('EDITOR') ? replace : undefined}
          />
          {error != null && <FailureNotice failure={error} />}
        </>
      )}
    </QueryView>
  );
}

interface SelectedAnalyzersProps {
  ids: string[];
  analyzers: ActivityAnalyzer[];
  isPending: boolean;
  /** Undefined for a user who may not change them. */
  onReplace: ((ids: string[]) => void) | undefined;
}

function SelectedAnalyzers({ ids, analyzers, isPending, onReplace }: SelectedAnalyzersProps) {
  const nameOf = (id: string) => analyzers.find((analyzer) => analyzer.id === id)?.name ?? `Analyzer ${id}`;
  const { datamart_id } = useDatamart();
  const offered = analyzers.filter(({ id }) => !ids.includes(id));
  return (
    <>
      {ids.length === 0 && <Text c="dimmed">None: activities are stored as they are sent.</Text>}
      <List type="ordered" spacing="xs">
        {ids.map((id, index) => (
          <List.Item key={id}>
            <Group gap="xs">
              <AnchorLink to="/d/$datamart_id/analyzers/$analyzer_id" params={{ datamart_id, analyzer_id: id }}>
                {nameOf(id)}
              </AnchorLink>
              {onReplace && (
                <OrderButtons
                  name={nameOf(id)}
                  isPending={isPending}
                  onUp={index > 0 ? () => onReplace(moved(ids, index, index - 1)) : undefined}
                  onDown={index < ids.length - 1 ? () => onReplace(moved(ids, index, index + 1)) : undefined}
                  onRemove={() => onReplace(ids.toSpliced(index, 1))}
                />
              )}
            </Group>
          </List.Item>
        ))}
      </List>
      {onReplace && (
        <Select
          label="Add an analyzer"
          mt="sm"
          maw={360}
          searchable
          placeholder={offered.length === 0 ? 'No other analyzer' : 'It is called after the others'}
          disabled={isPending}
          data={offered.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          value={null}
          onChange={(id) => id && onReplace([...ids, id])}
        />
      )}
    </>
  );
}

interface OrderButtonsProps {
  name: string;
  isPending: boolean;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function OrderButtons({ name, isPending, onUp, onDown, onRemove }: OrderButtonsProps) {
  const button = { variant: 'default', size: 'sm', disabled: isPending } as const;
  return (
    <>
      <ActionIcon {...button} aria-label={`Call ${name} earlier`} disabled={isPending || !onUp} onClick={onUp}>
        <ArrowUpIcon />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Call ${name} later`} disabled={isPending || !onDown} onClick={onDown}>
        <ArrowDownIcon />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
        <Cross2Icon />
      </ActionIcon>
    </>
  );
}

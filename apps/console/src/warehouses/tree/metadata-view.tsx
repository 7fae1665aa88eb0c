import type { Database } from '@tributary/client/generated/types.gen';
import { Grid, Group, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ElementPanel } from './element-panel.js';
import { findNode, flattenTree, nodesOf, searchNodes, type TreeNode } from './flatten-tree.js';
import { MetadataTree } from './metadata-tree.js';

const route = getRouteApi('/signed-in/d/$datamart_id/warehouses/$warehouse_id');
const typingMs = 200;

/** The stored metadata: tree, search and the panel of one element. */
export function MetadataView({ databases }: { databases: readonly Database[] }) {
  const { search = '', include_disappeared = false, element } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const showSearch = useDebouncedCallback(
    (text: string) =>
      void navigate({
        search: ({ search: _old, ...rest }) => ({ ...rest, ...(text && { search: text }) }),
        replace: true,
      }),
    typingMs,
  );
  const nodes = useMemo(() => nodesOf(databases), [databases]);
  const found = useMemo(() => searchNodes(nodes, search), [nodes, search]);
  // A search opens what leads to its results. Without one, databases and schemas are open.
  const rows = useMemo(
    () => flattenTree(found, ({ id, kind }) => toggled.get(id) ?? opensByItself(kind, search)),
    [found, toggled, search],
  );
  const shown = useMemo(() => (element === undefined ? undefined : findNode(nodes, element)), [nodes, element]);
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <TextInput
          label="Search"
          placeholder="Name of a database, schema, table or column"
          w={360}
          maw="100%"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            setToggled(new Map());
            showSearch(value);
          }}
        />
        <Switch
          label="Show what has disappeared"
          checked={include_disappeared}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({
              search: ({ include_disappeared: _old, ...rest }) => ({
                ...rest,
                ...(checked && { include_disappeared: true as const }),
              }),
              replace: true,
            })
          }
        />
      </Group>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          {rows.length === 0 ? (
            <Text c="dimmed">No name contains “{search}”.</Text>
          ) : (
            <MetadataTree
              rows={rows}
              selected={element}
              onSelect={(id) => void navigate({ search: (before) => ({ ...before, element: id }), replace: true })}
              onExpand={(id, isExpanded) => setToggled((before) => new Map(before).set(id, isExpanded))}
            />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          {shown ? (
            <ElementPanel node={shown.node} path={shown.path} />
          ) : (
            <Text c="dimmed">Choose an element of the tree to see its type, its times and its id.</Text>
          )}
        </Grid.Col>
      </Grid>
    </>
  );
}

const opensByItself = (kind: TreeNode['kind'], search: string): boolean => search !== '' || kind !== 'table';

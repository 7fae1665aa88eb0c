import { CaretDownIcon, CaretRightIcon, LockClosedIcon } from '@radix-ui/react-icons';
import { Box, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Instant } from '../../time/instant.js';
import { countOf, type TreeRow } from './flatten-tree.js';
import './metadata-tree.css';
import { moveFocus } from './move-focus.js';

interface MetadataTreeProps {
  /** The visible rows. */
  rows: readonly TreeRow[];
  /** The element in the panel. */
  selected: string | undefined;
  onSelect: (id: string) => void;
  onExpand: (id: string, isExpanded: boolean) => void;
}

const rowHeight = 32;

/**
 * A tree by the ARIA pattern. Only the rows in view are in the document, so the tree itself has the focus and names its
 * active row.
 */
export function MetadataTree({ rows, selected, onSelect, onExpand }: MetadataTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const active = rows.some(({ node }) => node.id === focused) ? focused : rows[0]?.node.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveFocus(rows, active, event.key);
    if (move.kind === 'none') return;
    event.preventDefault();
    setFocused(move.id);
    if (move.kind === 'select') onSelect(move.id);
    else if (move.kind === 'focus') virtualizer.scrollToIndex(rows.findIndex(({ node }) => node.id === move.id));
    else onExpand(move.id, move.kind === 'expand');
  };
  const click = ({ node, isExpanded }: TreeRow) => {
    setFocused(node.id);
    onSelect(node.id);
    if (node.children.length > 0) onExpand(node.id, !isExpanded);
  };
  const items = virtualizer.getVirtualItems();
  const isRendered = items.some(({ index }) => rows[index]?.node.id === active);
  return (
    <div
      ref={scroller}
      className="metadata-tree"
      role="tree"
      aria-label="Databases, schemas, tables and columns"
      tabIndex={0}
      aria-activedescendant={isRendered && active ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
    >
      <Box h={virtualizer.getTotalSize()} pos="relative" role="presentation">
        {items.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={row.node.id}
                id={rowId(row.node.id)}
                className="metadata-row"
                role="treeitem"
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                aria-selected={row.node.id === selected}
                {...(row.node.children.length > 0 && { 'aria-expanded': row.isExpanded })}
                data-active={row.node.id === active || undefined}
                style={{
                  transform: `translateY(${start}px)`,
                  height: rowHeight,
                  paddingLeft: 8 + (row.level - 1) * 20,
                }}
                onClick={() => click(row)}
              >
                <RowContent row={row} />
              </div>
            )
          );
        })}
      </Box>
    </div>
  );
}

const rowId = (id: string) => `element-${id}`;

function RowContent({ row: { node, isExpanded } }: { row: TreeRow }) {
  const { name, column, children, disappearance_date, isUnreadable } = node;
  const Caret = isExpanded ? CaretDownIcon : CaretRightIcon;
  const isGone = disappearance_date !== undefined;
  return (
    <>
      <Box w={16} display="flex" style={{ flexShrink: 0 }}>
        {children.length > 0 && <Caret aria-hidden />}
      </Box>
      <Text size="sm" td={isGone ? 'line-through' : undefined} truncate>
        {name}
      </Text>
      {column && (
        <Text size="xs" c="dimmed" truncate>
          {column.type_name}
          {column.primary_key && ' · primary key'}
        </Text>
      )}
      {!column && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {countOf(node)}
        </Text>
      )}
      {isUnreadable && !isGone && (
        <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
          <LockClosedIcon aria-hidden width={12} style={{ verticalAlign: 'text-bottom' }} /> not readable
        </Text>
      )}
      {isGone && (
        <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
          disappeared <Instant at={disappearance_date} />
        </Text>
      )}
    </>
  );
}

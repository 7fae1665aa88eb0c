import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ShownRow } from '../feed/row-list.js';
import { formatInstant } from '../time/format-instant.js';
import { useZoneName } from '../time/instant.js';
import classes from './feed-table.module.css';

export interface FeedColumn<Value> {
  header: string;
  cell: (value: Value) => ReactNode;
  /** A width of the grid: `1fr`, `160px`. */
  width: string;
  /** Not shown on a narrow screen. */
  wideOnly?: boolean;
}

interface FeedTableProps<Value> {
  label: string;
  rows: readonly ShownRow<Value>[];
  columns: readonly FeedColumn<Value>[];
  onOpen: (id: string) => void;
}

const rowHeight = 36;

/** Only the rows in sight are in the page. A reader who has scrolled down stays where they are while rows arrive on top. */
export function FeedTable<Value>({ label, rows, columns, onOpen }: FeedTableProps<Value>) {
  const scroller = useRef<HTMLDivElement>(null);
  const zone = useZoneName();
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const shown = columns.filter(({ wideOnly }) => isWide || !wideOnly);
  const gridTemplateColumns = ['116px', ...shown.map(({ width }) => `minmax(0, ${width})`)].join(' ');
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => rows[place]?.id ?? place,
    overscan: 8,
  });
  useStillScroll(scroller, rows);
  return (
    // Focusable, so that keys can scroll it.
    <div
      ref={scroller}
      className={classes['scroller']}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
    >
      <Head headers={shown.map(({ header }) => header)} zone={zone} gridTemplateColumns={gridTemplateColumns} />
      <div role="rowgroup" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className={classes['row']}
              style={{ gridTemplateColumns, height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={() => onOpen(row.id)}
            >
              <TimeCell at={row.received_ts} zone={zone} />
              {shown.map(({ header, cell }) => (
                <span key={header} role="cell" className={classes['cell']}>
                  {cell(row.value)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface HeadProps {
  headers: readonly string[];
  zone: string;
  gridTemplateColumns: string;
}

function Head({ headers, zone, gridTemplateColumns }: HeadProps) {
  return (
    <div role="rowgroup" className={classes['head']} style={{ display: 'block', padding: 0 }}>
      <div role="row" aria-rowindex={1} className={classes['head']} style={{ gridTemplateColumns }}>
        <span role="columnheader" title={`In the zone ${zone}`}>
          Received
        </span>
        {headers.map((header) => (
          <span key={header} role="columnheader">
            {header}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Its button makes the row reachable by keyboard. Kept from one paint to the next: formatting a time is slow. */
const TimeCell = memo(function TimeCell({ at, zone }: { at: number; zone: string }) {
  return (
    <span role="cell" className={classes['cell']}>
      <button type="button" className={classes['open']} title={`${formatInstant(at, zone)} ${zone}`}>
        {timeOf(at, zone)}
      </button>
    </span>
  );
});

/** The day is in the details: a row of the feed is minutes old. */
const timeOf = (ms: number, zone: string) =>
  `${formatInstant(ms, zone).slice(11)}.${String(Math.trunc(ms) % 1_000).padStart(3, '0')}`;

function useStillScroll(scroller: { current: HTMLDivElement | null }, rows: readonly ShownRow<unknown>[]): void {
  const newest = useRef<string>(undefined);
  useLayoutEffect(() => {
    const added = rows.findIndex(({ id }) => id === newest.current);
    newest.current = rows[0]?.id;
    const element = scroller.current;
    if (element && added > 0 && element.scrollTop > 0) element.scrollTop += added * rowHeight;
  }, [rows, scroller]);
}

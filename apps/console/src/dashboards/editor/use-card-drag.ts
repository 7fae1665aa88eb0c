import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { gridColumns } from '@tributary/dashboards/content/read-content';
import type { Place } from '../content/places.js';
import { fitPlace } from './content/settle-cards.js';

/** A row of the grid with its gap, pixels. */
const rowHeight = 96;

interface Drag {
  kind: 'move' | 'resize';
  startX: number;
  startY: number;
  columnWidth: number;
  place: Place;
}

/**
 * Moves or resizes a card with the pointer. Pointer events instead of a library: those write style elements, which the
 * policy of the page forbids.
 */
export function useCardDrag(grid: RefObject<HTMLElement | null>, place: Place, onPlace: (place: Place) => void) {
  const drag = useRef<Drag>(undefined);
  const [shown, setShown] = useState<Place>();

  const start = (kind: Drag['kind']) => (event: PointerEvent<HTMLElement>) => {
    const width = grid.current?.clientWidth ?? 0;
    if (event.button !== 0 || width === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { kind, startX: event.clientX, startY: event.clientY, columnWidth: width / gridColumns, place };
    setShown(place);
  };
  const move = (event: PointerEvent) => {
    if (drag.current) setShown(placeOf(drag.current, event.clientX, event.clientY));
  };
  const end = () => {
    if (drag.current && shown && !isSame(shown, drag.current.place)) onPlace(shown);
    cancel();
  };
  const cancel = () => {
    drag.current = undefined;
    setShown(undefined);
  };
  const handlers = (kind: Drag['kind']) => ({
    onPointerDown: start(kind),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: cancel,
  });
  return { shown, handlers };
}

function placeOf({ kind, startX, startY, columnWidth, place }: Drag, x: number, y: number): Place {
  const right = Math.round((x - startX) / columnWidth);
  const down = Math.round((y - startY) / rowHeight);
  if (kind === 'move') return fitPlace({ ...place, x: place.x + right, y: place.y + down });
  const w = Math.min(place.w + right, gridColumns - place.x);
  return fitPlace({ ...place, w, h: place.h + down });
}

const isSame = (one: Place, other: Place) =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;

import { DragHandleDots2Icon } from '@radix-ui/react-icons';
import { gridColumns } from '@tributary/dashboards/content/read-content';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import type { KeyboardEvent, RefObject } from 'react';
import { CardMenu } from './card-menu.js';
import { ChartPreview } from './chart/chart-preview.js';
import { EditChart } from './edit-chart.js';
import type { Card, CardAt } from './content/edit-content.js';
import type { Place } from '../content/places.js';
import { describePlace, placeByKey } from './content/settle-cards.js';
import classes from './editor.module.css';
import { useCardDrag } from './use-card-drag.js';
import type { Editor } from './content/use-editor.js';

interface CardEditorProps {
  editor: Editor;
  at: CardAt;
  card: Card;
  /** Where it is drawn: without overlaps. */
  place: Place;
  grid: RefObject<HTMLElement | null>;
  context: PageContext;
  onPlace: (place: Place) => void;
}

/** A card on the grid. It moves by its handle, by its corner, or by the arrow keys while it has the focus. */
export function CardEditor({ editor, at, card, place, grid, context, onPlace }: CardEditorProps) {
  const { shown, handlers } = useCardDrag(grid, place, onPlace);
  const drawn = shown ?? place;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeByKey(place, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onPlace(next);
  };
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={`Card ${at.card + 1} of section ${at.section + 1}: ${describePlace(place)}`}
      aria-describedby="card-keys"
      className={`${classes['card']} ${shown ? classes['moving'] : ''}`}
      style={{
        gridColumn: `${drawn.x + 1} / span ${drawn.w}`,
        gridRow: `${drawn.y + 1} / span ${drawn.h}`,
        // On a phone the cards are below each other.
        order: drawn.y * gridColumns + drawn.x,
      }}
      onKeyDown={onKeyDown}
    >
      <div className={classes['bar']}>
        <div className={classes['handle']} title="Drag to move" data-testid="move" {...handlers('move')}>
          <DragHandleDots2Icon />
        </div>
        {card.charts.map((chart, index) => (
          <EditChart
            key={index}
            editor={editor}
            at={{ ...at, chart: index }}
            chart={chart}
            isNamed={card.charts.length > 1}
            context={context}
          />
        ))}
        <CardMenu editor={editor} at={at} card={card} />
      </div>
      <div className={`${classes['charts']} ${card.layout === 'vertical' ? classes['vertical'] : ''}`}>
        {card.charts.map((chart, index) => (
          <div
            key={index}
            className={`${classes['chart']} ${chart.type?.toLowerCase() === 'metric' ? classes['short'] : ''}`}
          >
            <ChartPreview chart={chart} context={context} order={2} hasMenu={false} />
          </div>
        ))}
      </div>
      <div className={classes['resize']} title="Drag to resize" data-testid="resize" {...handlers('resize')} />
    </div>
  );
}

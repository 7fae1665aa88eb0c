import { Stack, Title, type TitleOrder } from '@mantine/core';
import type { Card, DashboardContent } from '@tributary/dashboards/content/dashboard-content';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { DashboardChart } from './dashboard-chart.js';
import { placeCards } from './place-cards.js';
import classes from './view.module.css';

interface ContentViewProps {
  content: DashboardContent;
  context: PageContext;
  /** That of the period before, if it is compared. */
  before?: PageContext | undefined;
  onPick?: ((pick: Pick) => void) | undefined;
  /** Level of the sections' titles; charts are one below. */
  order?: 2 | 3;
}

/** The sections of a dashboard, drawn. */
export function ContentView({ content, context, before, onPick, order = 2 }: ContentViewProps) {
  return (
    <Stack gap="lg">
      {content.sections.map((section, index) => (
        <Stack
          key={`${index} ${section.id}`}
          role="group"
          gap="sm"
          aria-label={section.title || `Section ${index + 1}`}
        >
          {section.title && (
            <Title order={order} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {section.title}
            </Title>
          )}
          <div className={classes['grid']}>
            {placeCards(section.cards).map((card, at) => (
              <DashboardCard
                key={`${at} ${card.id}`}
                card={card}
                context={context}
                before={before}
                onPick={onPick}
                order={section.title ? ((order + 1) as TitleOrder) : order}
              />
            ))}
          </div>
        </Stack>
      ))}
    </Stack>
  );
}

interface DashboardCardProps {
  card: Card;
  context: PageContext;
  before: PageContext | undefined;
  onPick: ((pick: Pick) => void) | undefined;
  order: TitleOrder;
}

function DashboardCard({ card, context, before, onPick, order }: DashboardCardProps) {
  const place = { gridColumn: `${card.x + 1} / span ${card.w}`, gridRow: `${card.y + 1} / span ${card.h}` };
  const direction = card.layout === 'vertical' ? classes['vertical'] : '';
  return (
    <div className={`${classes['card']} ${direction}`} style={place}>
      {card.charts.map((chart, index) => {
        const isShort = chart.kind !== 'chart' || chart.type === 'Metric';
        return (
          <div key={`${index} ${chart.id}`} className={`${classes['cell']} ${isShort ? classes['short'] : ''}`}>
            <DashboardChart chart={chart} context={context} before={before} onPick={onPick} order={order} />
          </div>
        );
      })}
    </div>
  );
}

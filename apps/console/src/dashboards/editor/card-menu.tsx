import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Fragment } from 'react';
import {
  addChart,
  duplicateCard,
  duplicateChart,
  editCard,
  editChart,
  nameOfChart,
  type Card,
  type CardAt,
} from './content/edit-content.js';
import type { Editor } from './content/use-editor.js';

interface CardMenuProps {
  editor: Editor;
  at: CardAt;
  card: Card;
}

/** The one menu of a card: it is that of its charts, too. */
export function CardMenu({ editor: { content, change, add }, at, card }: CardMenuProps) {
  const layout = card.layout === 'vertical' ? 'horizontal' : 'vertical';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={`Menu of card ${at.card + 1}`}>
          <DotsHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {card.charts.map((chart, index) => {
          const place = { ...at, chart: index };
          const name = nameOfChart(chart, place);
          return (
            <Fragment key={index}>
              <Menu.Item onClick={() => change(duplicateChart(content, place))}>Duplicate {name}</Menu.Item>
              <Menu.Item onClick={() => change(editChart(content, place, () => []))}>Remove {name}</Menu.Item>
            </Fragment>
          );
        })}
        {card.charts.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => add((chart) => addChart(content, at, chart))}>Add a chart</Menu.Item>
        {card.charts.length > 1 && (
          <Menu.Item onClick={() => change(editCard(content, at, (one) => [{ ...one, layout }]))}>
            {layout === 'vertical' ? 'Charts below each other' : 'Charts side by side'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => change(duplicateCard(content, at))}>Duplicate the card</Menu.Item>
        <Menu.Item onClick={() => change(editCard(content, at, () => []))}>Remove the card</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

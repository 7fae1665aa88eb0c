import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { DotsHorizontalIcon, PlusIcon } from '@radix-ui/react-icons';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { useRef } from 'react';
import { CardEditor } from './card-editor.js';
import {
  addCard,
  duplicateSection,
  editCards,
  editSection,
  type Section,
  type SectionAt,
} from './content/edit-content.js';
import type { Place } from '../content/places.js';
import { describePlace, fitPlace, settleCards } from './content/settle-cards.js';
import classes from './editor.module.css';
import type { Editor } from './content/use-editor.js';

interface SectionEditorProps {
  editor: Editor;
  at: SectionAt;
  section: Section;
  context: PageContext;
  /** Says to readers of a screen what has changed. */
  announce: (text: string) => void;
}

export function SectionEditor({ editor, at, section, context, announce }: SectionEditorProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { content, change, add } = editor;
  const places = settleCards(section.cards.map(fitPlace));
  const name = `section ${at.section + 1}`;
  const place = (card: number) => (next: Place) => {
    const settled = settleCards(places.with(card, next), card);
    // The keys of one card, one after the other, are one step.
    change(
      editCards(content, at, (cards) => cards.map((one, index) => ({ ...one, ...settled[index] }))),
      `place ${at.section} ${card}`,
    );
    announce(`Card ${card + 1}: ${describePlace(next)}`);
  };
  return (
    <Stack component="section" gap="sm" aria-label={section.title || `Section ${at.section + 1}`}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={`Title of ${name}`}
          placeholder="Without a title"
          value={section.title ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change(
              editSection(content, at, (one) => [{ ...one, title: value }]),
              `title ${at.section}`,
            )
          }
          flex={1}
        />
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          onClick={() => add((chart) => addCard(content, at, chart))}
        >
          Add a card
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={`Menu of ${name}`}>
              <DotsHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change(duplicateSection(content, at))}>Duplicate the section</Menu.Item>
            <Menu.Item onClick={() => change(editSection(content, at, () => []))}>Remove the section</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <div className={classes['grid']} ref={grid}>
        {section.cards.map((card, index) => (
          <CardEditor
            key={index}
            editor={editor}
            at={{ ...at, card: index }}
            card={card}
            place={places[index] ?? fitPlace(card)}
            grid={grid}
            context={context}
            onPlace={place(index)}
          />
        ))}
      </div>
    </Stack>
  );
}

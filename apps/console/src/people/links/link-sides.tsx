import { Button, Code, Group, List, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { sidesOf, type Link } from './sides-of.js';

interface LinkSidesProps {
  links: readonly Link[];
  link: Link;
  onClose: () => void;
  /** Undefined for a reader. */
  onDissociate: ((leaving: string[]) => void) | undefined;
}

/** Shows the two people that there would be without a link. */
export function LinkSides({ links, link, onClose, onDissociate }: LinkSidesProps) {
  const sides = sidesOf(links, link);
  return (
    <Modal opened onClose={onClose} title="What if this link were not there?" size="lg">
      <Stack>
        <Text size="sm">
          {link.since === 0
            ? 'Nothing else has joined them: there would be two people.'
            : `There would be two people, if also the ${link.since} later ones that name both were not there.`}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {sides.map((side, index) => (
            <List key={index} aria-label={index === 0 ? 'One side' : 'The other side'} size="sm">
              {side.map((selector) => (
                <List.Item key={selector}>
                  <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
                </List.Item>
              ))}
            </List>
          ))}
        </SimpleGrid>
        <Undone />
        {onDissociate && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onDissociate(sides[1])}>
              Dissociate the other side
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

/** A dissociation lasts only as long as nothing names both. */
export const Undone = () => (
  <Text size="sm" c="dimmed">
    A dissociation is undone by the next activity that names identifiers of both sides.
  </Text>
);

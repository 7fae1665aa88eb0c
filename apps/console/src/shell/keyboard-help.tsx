import { Kbd, Modal, Table } from '@mantine/core';
import { navigation } from './navigation.js';

const others = [
  ['Search pages, datamarts and people', ['Ctrl', 'K']],
  ['These keys', ['?']],
  ['Pause or resume the live page', ['Space']],
] as const;

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const jumps = navigation.map(({ label, key }) => [label, ['g', key]] as const);
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <Table aria-label="Keys">
        <Table.Tbody>
          {[...others, ...jumps].map(([label, keys]) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

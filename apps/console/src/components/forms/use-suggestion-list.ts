import { useDisclosure } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';

/**
 * The list of suggestions of a field. A click and typing open it; a choice and Enter close it, as Escape and the end of the
 * focus do by themselves: it would lie over the messages and buttons below the field.
 */
export function useSuggestionList() {
  const [isOpen, { open, close }] = useDisclosure();
  return {
    dropdownOpened: isOpen,
    onDropdownOpen: open,
    onDropdownClose: close,
    onClick: open,
    onSearchChange: (text: string) => text !== '' && open(),
    onOptionSubmit: close,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && close(),
  };
}

import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const typingMs = 200;

/**
 * The text of a search field whose value is kept in the address. The address follows a moment later than the keys: the
 * router changes it in a transition, which would drop characters of a fast typist, and each change may be a request.
 *
 * @param shown the text in the address
 * @param show writes a text into the address
 */
export function useSearchText(shown: string, show: (text: string) => void) {
  /** The typed text that the address does not have yet. */
  const [typed, setTyped] = useState<string>();
  const showLater = useDebouncedCallback(show, typingMs);
  // From here on the field follows the address: of Back, or of a link.
  if (typed === shown) setTyped(undefined);
  return {
    value: typed ?? shown,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped(value);
      showLater(value);
    },
  };
}

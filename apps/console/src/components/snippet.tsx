import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.js';

/** Text to read and copy: JSON, a command, a program. */
export function Snippet({ text, label, maxHeight }: { text: string; label: string; maxHeight?: number }) {
  return (
    <Box pos="relative">
      {/* Focusable, so that keys can scroll it. */}
      <Code block tabIndex={0} aria-label={label} mah={maxHeight} style={{ overflow: 'auto', paddingRight: 44 }}>
        {text}
      </Code>
      <Box pos="absolute" top={4} right={4}>
        <CopyButton value={text} label={`Copy ${label}`} />
      </Box>
    </Box>
  );
}

export function JsonView({ value, label, maxHeight = 420 }: { value: unknown; label: string; maxHeight?: number }) {
  return <Snippet text={JSON.stringify(value, null, 2) ?? 'undefined'} label={label} maxHeight={maxHeight} />;
}

import { Alert } from '@mantine/core';

/** The platform keeps every digit of a number; a browser does not. */
export const RoundedNumbers = ({ paths }: { paths: readonly string[] }) =>
  paths.length === 0 ? null : (
    <Alert variant="default" title="Numbers beyond what a browser can hold are shown rounded" mb="xs">
      {paths.join(', ')}. The platform keeps every digit that was sent. What you leave alone here stays exactly as it
      is.
    </Alert>
  );

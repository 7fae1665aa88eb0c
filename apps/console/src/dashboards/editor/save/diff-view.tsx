import { Box, Text } from '@mantine/core';
import { useMemo } from 'react';
import { diffLines, shortenDiff } from './diff-lines.js';
import classes from './save.module.css';

const signs = { same: ' ', theirs: '−', mine: '+' } as const;

/** The lines that differ: theirs with a minus sign, mine with a plus sign. */
export function DiffView({ theirs, mine }: { theirs: string; mine: string }) {
  const lines = useMemo(() => shortenDiff(diffLines(theirs, mine)), [theirs, mine]);
  return (
    <>
      <Text size="sm" c="dimmed">
        − only in theirs, + only in yours
      </Text>
      <Box className={classes['diff']} tabIndex={0} role="region" aria-label="Differences">
        {lines.map((line, index) =>
          line.kind === 'skipped' ? (
            <div key={index} className={classes['skipped']}>
              {line.count} equal lines
            </div>
          ) : (
            <div key={index} className={classes[line.kind]}>
              {signs[line.kind]} {line.text}
            </div>
          ),
        )}
      </Box>
    </>
  );
}

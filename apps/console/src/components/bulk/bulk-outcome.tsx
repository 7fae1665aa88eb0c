import { List, Text } from '@mantine/core';
import { messageOfFailure } from '../failure-notice.js';
import type { Outcome } from './run-each.js';

interface BulkOutcomeProps<Row> extends Outcome<Row> {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}

/** The rows that an action has failed for, each with the reason, and how many it was stopped before. */
export function BulkOutcome<Row>({ failed, left, idOf, nameOf }: BulkOutcomeProps<Row>) {
  return (
    <div role="alert">
      {failed.length > 0 && (
        <>
          <Text>{failed.length === 1 ? 'One was refused:' : `${failed.length} were refused:`}</Text>
          <List size="sm">
            {failed.map(({ row, failure }) => (
              <List.Item key={idOf(row)}>
                {nameOf(row)}: {messageOfFailure(failure)}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {left.length > 0 && <Text>{left.length === 1 ? 'One was not done.' : `${left.length} were not done.`}</Text>}
    </div>
  );
}

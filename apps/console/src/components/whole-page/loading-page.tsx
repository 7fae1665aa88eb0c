import { Container } from '@mantine/core';
import { RowsSkeleton } from '../query-view.js';

/** In place of a page whose script or session is still being read. */
export function LoadingPage() {
  return (
    <Container component="main" size="sm" py="xl">
      <RowsSkeleton />
    </Container>
  );
}

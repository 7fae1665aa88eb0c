import { SimpleGrid, Skeleton } from '@mantine/core';

/** In place of a dashboard that is being read. */
export const ContentSkeleton = () => (
  <SimpleGrid cols={{ base: 1, sm: 3 }} role="status" aria-busy="true" aria-label="Loading">
    {Array.from({ length: 6 }, (_each, index) => (
      <Skeleton key={index} height={240} />
    ))}
  </SimpleGrid>
);

import { Anchor } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import { basePath } from '../served-page.js';
import { guideAddresses } from './guide-addresses.js';

/** Opens the part of the guide about this page of the console, in a tab of its own. */
export function GuideLink() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const address = path && guideAddresses[path];
  return (
    <Anchor href={`${basePath}guide/${address ?? ''}`} target="_blank" rel="noreferrer" size="sm" underline="always">
      Guide
    </Anchor>
  );
}

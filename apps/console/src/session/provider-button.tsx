import { Button, Divider } from '@mantine/core';
import { signInAddress, signInProvider } from './browser-session.js';

/** Leads to the provider at which people sign in; nothing if there is none. @param page to which it leads back */
export function ProviderButton({ page }: { page: string }) {
  if (signInProvider === undefined) return null;
  return (
    <>
      <Button component="a" href={signInAddress(page)}>
        Sign in with {signInProvider}
      </Button>
      <Divider label="or" />
    </>
  );
}

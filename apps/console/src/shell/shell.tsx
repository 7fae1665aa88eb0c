import { Alert, AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect } from 'react';
import { useConnectedUser } from '../session/connected-user.js';
import { keepUserRemembered } from '../session/last-user.js';
import { useIsInterrupted, useToken } from '../session/session.js';
import { Header } from './header.js';
import { NavigationLinks } from './navigation-links.js';
import { useJumpKeys } from './use-jump-keys.js';

// Not part of the first load.
const Notifications = lazy(async () => {
  const [{ Notifications: area }] = await Promise.all([
    import('@mantine/notifications'),
    import('@mantine/notifications/styles.css'),
  ]);
  return { default: area };
});
const loadSignInAgain = () => import('../session/sign-in-again.js').then((module) => ({ default: module.SignInAgain }));
const SignInAgain = lazy(loadSignInAgain);
const CommandPalette = lazy(() =>
  import('./command-palette.js').then((module) => ({ default: module.CommandPalette })),
);
const KeyboardHelp = lazy(() => import('./keyboard-help.js').then((module) => ({ default: module.KeyboardHelp })));

/** The frame around every page of a session. */
export function Shell() {
  const token = useToken();
  const isInterrupted = useIsInterrupted();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isSearchOpen, search] = useDisclosure();
  const { online } = useNetwork();
  useEffect(() => {
    // At hand when it is needed: the server may be another version by then.
    void loadSignInAgain().catch(() => undefined);
  }, []);
  useJumpKeys(help.open);
  useHotkeys([['mod+K', search.open]], []);
  // The router is on its way to the sign-in page.
  if (!token && !isInterrupted) return null;
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Header onHelp={help.open} onSearch={search.open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <NavigationLinks onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        {!online && (
          <Alert color="yellow" mb="md" role="status">
            The network is gone. The console goes on by itself when it is back.
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
      <Suspense>
        <Notifications position="bottom-right" />
      </Suspense>
      <Suspense>
        {isSearchOpen && <CommandPalette onClose={search.close} />}
        {isHelpOpen && <KeyboardHelp opened onClose={help.close} />}
      </Suspense>
      <Suspense>{isInterrupted && <SignInAgain />}</Suspense>
      <RememberedUser />
    </AppShell>
  );
}

/** Other tabs ask before a link signs in as another user. */
function RememberedUser() {
  const { id } = useConnectedUser();
  useEffect(() => keepUserRemembered(id, window), [id]);
  return null;
}

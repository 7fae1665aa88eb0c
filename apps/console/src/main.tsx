import { MantineProvider } from '@mantine/core';
import './mantine-styles.js';
import './page.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './query-client.js';
import { router } from './router.js';
import { adoptSession } from './session/adopt-session.js';
import { holdKeys } from './session/hold-keys.js';
import { isLinkOffered } from './session/offered-link.js';
import { joinOtherTabs } from './session/other-tabs.js';
import { currentToken, isInterrupted, onSessionChange, signOut, tokenOfTab } from './session/session.js';
import { styleNonce } from './served-page.js';
import { cssVariables, theme } from './theme.js';

holdKeys(() => isInterrupted() || isLinkOffered());

onSessionChange(() => {
  // Another user must not see what the last one has read.
  queryClient.clear();
  // Without a token the route of the page leads to the sign-in page.
  if (!currentToken()) void router.invalidate();
});

joinOtherTabs({ token: tokenOfTab, signOut });

const root = createRoot(document.getElementById('root') as HTMLElement);
const page = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

// The first route asks for the session. An await of the module itself would divide the bundle into five times as many files.
void adoptSession(queryClient).then(() => root.render(page));

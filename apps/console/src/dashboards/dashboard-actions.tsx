import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon, EnterFullScreenIcon, ExitFullScreenIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ButtonLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';
import { refreshMinutes } from './read-search.js';
import { DeleteDashboard } from './registration/delete-dashboard.js';
import { RegistrationForm } from './registration/registration-form.js';
import { useDashboardSearch } from './use-dashboard-search.js';
import { VersionsDrawer } from './versions/versions-drawer.js';
import { enterFullScreen } from './view/full-screen.js';
import { RefreshControls } from './view/refresh-controls.js';

/** The buttons of a dashboard's page. */
export function DashboardActions({ registration }: { registration: DashboardRegistration }) {
  const { datamart_id, may } = useDatamart();
  const { refresh, full, set } = useDashboardSearch();
  const toggleFull = () => {
    if (!full) enterFullScreen();
    set({ full: full ? undefined : true });
  };
  return (
    <>
      <RefreshControls minutes={refresh} offered={refreshMinutes} onChange={(minutes) => set({ refresh: minutes })} />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={full ? 'Leave full screen' : 'Full screen'}
        title={full ? 'Leave full screen · Esc' : 'Full screen'}
        onClick={toggleFull}
      >
        {full ? <ExitFullScreenIcon /> : <EnterFullScreenIcon />}
      </ActionIcon>
      {may('EDITOR') && !full && (
        <ButtonLink
          size="xs"
          to="/d/$datamart_id/dashboards/$dashboard_id/edit"
          params={{ datamart_id, dashboard_id: registration.id }}
        >
          Edit
        </ButtonLink>
      )}
      <MoreActions registration={registration} />
    </>
  );
}

type Opened = 'versions' | 'registration' | 'delete';

function MoreActions({ registration }: { registration: DashboardRegistration }) {
  const { datamart_id, may } = useDatamart();
  const { version, set } = useDashboardSearch();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const path = { dashboard_id: registration.id, organisation_id: registration.organisation_id };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More">
            <DotsHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened('versions')}>Versions</Menu.Item>
          {may('EDITOR') && <Menu.Item onClick={() => setOpened('registration')}>Edit the registration</Menu.Item>}
          {may('EDITOR') && <Menu.Item onClick={() => setOpened('delete')}>Delete</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {opened === 'versions' && (
        <VersionsDrawer path={path} shown={version} onShow={(next) => set({ version: next })} onClose={close} />
      )}
      {opened === 'registration' && <RegistrationForm registration={registration} onClose={close} onSaved={close} />}
      {opened === 'delete' && (
        <DeleteDashboard
          registration={registration}
          onClose={close}
          onDeleted={() => void navigate({ to: '/d/$datamart_id/dashboards', params: { datamart_id } })}
        />
      )}
    </>
  );
}

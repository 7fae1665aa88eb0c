import {
  ActivityLogIcon,
  BarChartIcon,
  ComponentInstanceIcon,
  DashboardIcon,
  DesktopIcon,
  GearIcon,
  HomeIcon,
  LayersIcon,
  Link2Icon,
  ListBulletIcon,
  LockClosedIcon,
  MixerVerticalIcon,
  PaperPlaneIcon,
  PersonIcon,
  PieChartIcon,
  ReaderIcon,
  StackIcon,
  TargetIcon,
  UploadIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';

interface NavigationPage {
  label: string;
  /** Below `/d/$datamart_id`. */
  to: string;
  icon: ComponentType;
  /** `g` and this key open the page. */
  key: string;
  group: 'Data' | 'Insight' | 'Configuration' | 'Administration';
}

export const navigation = [
  { label: 'Home', to: '/d/$datamart_id', icon: HomeIcon, key: 'h', group: 'Data' },
  { label: 'Send data', to: '/d/$datamart_id/send', icon: PaperPlaneIcon, key: 'e', group: 'Data' },
  { label: 'Live', to: '/d/$datamart_id/live', icon: ActivityLogIcon, key: 'l', group: 'Data' },
  { label: 'Events', to: '/d/$datamart_id/events', icon: ListBulletIcon, key: 'v', group: 'Data' },
  { label: 'People', to: '/d/$datamart_id/people', icon: PersonIcon, key: 'p', group: 'Data' },
  { label: 'Segments', to: '/d/$datamart_id/segments', icon: TargetIcon, key: 's', group: 'Data' },
  { label: 'Imports', to: '/d/$datamart_id/imports', icon: UploadIcon, key: 'i', group: 'Data' },
  { label: 'Reports', to: '/d/$datamart_id/reports', icon: BarChartIcon, key: 'r', group: 'Insight' },
  { label: 'Dashboards', to: '/d/$datamart_id/dashboards', icon: DashboardIcon, key: 'd', group: 'Insight' },
  { label: 'Platform', to: '/d/$datamart_id/platform', icon: PieChartIcon, key: 'm', group: 'Insight' },
  { label: 'Warehouses', to: '/d/$datamart_id/warehouses', icon: StackIcon, key: 'w', group: 'Configuration' },
  { label: 'Channels', to: '/d/$datamart_id/channels', icon: DesktopIcon, key: 'c', group: 'Configuration' },
  { label: 'Collect keys', to: '/d/$datamart_id/collect-keys', icon: Link2Icon, key: 'k', group: 'Configuration' },
  { label: 'Compartments', to: '/d/$datamart_id/compartments', icon: LayersIcon, key: 'o', group: 'Configuration' },
  {
    label: 'Processings',
    to: '/d/$datamart_id/processings',
    icon: MixerVerticalIcon,
    key: 'x',
    group: 'Configuration',
  },
  { label: 'Analyzers', to: '/d/$datamart_id/analyzers', icon: GearIcon, key: 'y', group: 'Configuration' },
  { label: 'Plugins', to: '/d/$datamart_id/plugins', icon: ComponentInstanceIcon, key: 'u', group: 'Administration' },
  { label: 'Access', to: '/d/$datamart_id/access/users', icon: LockClosedIcon, key: 'a', group: 'Administration' },
  { label: 'Audit', to: '/d/$datamart_id/audit', icon: ReaderIcon, key: 't', group: 'Administration' },
] as const satisfies readonly NavigationPage[];

export const groups = ['Data', 'Insight', 'Configuration', 'Administration'] as const;

import type { Role } from '../../session/connected-user.js';

export const meaningOfRole: Record<Role, string> = {
  READER: 'Reads data, reports and dashboards.',
  EDITOR: 'Also sends data, imports files, edits dashboards, warehouses and channels.',
  ORGANISATION_ADMIN: 'Also manages users, tokens and keys of others, datamarts and plugins of the organisation.',
  COMMUNITY_ADMIN: 'All of this in every organisation of the community; creates organisations.',
};

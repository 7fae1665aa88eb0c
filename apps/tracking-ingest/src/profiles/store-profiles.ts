import type pg from 'pg';
import type { LwwMap } from './lww-map.js';
import { layOut, maxPartBytes, noPart, type ProfilePart } from './part-layout.js';
import { entriesOf, newestIn } from './profile-entries.js';
import type { ProfileKey } from './profile-key.js';
import { dropParts, mayDivide, writeParts } from './profile-parts.js';
import { writeRows, type ProfileRow, type StoredRow } from './profile-rows.js';
import { wholeSize, type Section } from './profile-section.js';
import { sizeOf, type ProfileSize } from './profile-size.js';
import { fromStored, versionsText } from './stored-profile.js';

/** A profile after writes to a section of it: the row has the section, and the times. */
export interface ChangedProfile {
  row: ProfileRow;
  section: Section;
}

/** How a changed profile is stored. */
interface Layout {
  row: StoredRow;
  /** The parts that it had all go. */
  isRenewed: boolean;
  written: ProfilePart[];
}

/** Stores changed profiles: small ones whole, large ones in parts. Returns their rows. */
export async function storeProfiles(
  client: pg.ClientBase,
  profiles: ChangedProfile[],
  now: number,
): Promise<StoredRow[]> {
  if (profiles.length === 0) return [];
  const divides = profiles.some(growsOutOfRow) && (await mayDivide(client, now));
  const layouts = profiles.map((one) => layoutOf(one, divides));
  await writeRows(
    client,
    layouts.map(({ row }) => row),
  );
  await dropParts(
    client,
    layouts.flatMap(({ row, isRenewed }) => (isRenewed ? [row] : [])),
  );
  await writeParts(
    client,
    layouts.flatMap(({ row, written }) => written.map((part) => ({ ...keyOf(row), ...part }))),
  );
  return layouts.map(({ row }) => row);
}

const keyOf = ({ datamart_id, user_point_id, compartment_id, user_account_id }: ProfileKey): ProfileKey => ({
  datamart_id,
  user_point_id,
  compartment_id,
  user_account_id,
});

const isDivided = ({ row }: Section) => row !== undefined && row.parts !== null;

const bytesOf = ({ properties, versions }: ProfileSize) => properties + versions;

const growsOutOfRow = ({ row, section }: ChangedProfile) => !isDivided(section) && bytesOf(sizeOf(row)) > maxPartBytes;

function layoutOf({ row, section }: ChangedProfile, divides: boolean): Layout {
  const wasDivided = isDivided(section);
  const size = wholeSize(section, sizeOf(row));
  // Half, so that a profile is not divided and joined again by turns.
  const most = wasDivided ? maxPartBytes / 2 : divides ? maxPartBytes : Infinity;
  if (section.isAll && bytesOf(size) <= most)
    return { row: { ...row, parts: null }, isRenewed: wasDivided, written: [] };
  const state = fromStored(row);
  const newest = Math.max(newestIn(state), section.isAll ? -Infinity : (section.row?.parts?.newest ?? -Infinity));
  return {
    row: { ...row, properties: 'null', versions: ownVersions(state), parts: { ...size, newest } },
    isRenewed: wasDivided && section.isAll,
    written: layOut(entriesOf(state), section.isAll ? [noPart] : section.parts),
  };
}

/** The versions of the profile without its properties. */
const ownVersions = ({ set, object_ts }: LwwMap) =>
  versionsText({ ...(set && { set }), ...(object_ts !== undefined && { object_ts }) });

import { merge, type LwwMap } from './lww-map.js';
import { MeasuredProfile } from './measured-profile.js';
import { isWithin, mayBecome, noSize, profileLimits, sizeOf, sumOf, type ProfileSize } from './profile-size.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { updateProfile, writeOf, type ProfileUpdate } from './update-profile.js';

interface UpdatedProfile {
  /** Undefined if no write was applied. */
  stored?: StoredProfile;
  /** Per write; false if the profile would have become too long. */
  isApplied: boolean[];
}

/** Applies the writes of a batch to one profile, in the order given. Parses and serializes the profile once, not per write. */
export function applyUpdates(
  before: StoredProfile | undefined,
  updates: ProfileUpdate[],
  limits = profileLimits,
): UpdatedProfile {
  const state = before ? fromStored(before) : {};
  const size = before ? sizeOf(before) : noSize;
  const [only, ...others] = updates;
  if (only && others.length === 0) {
    const stored = toStored(updateProfile(state, only));
    return mayBecome(size, sizeOf(stored), limits) ? { stored, isApplied: [true] } : { isApplied: [false] };
  }
  const draft = new ProfileDraft(state, size, limits);
  const isApplied = updates.map((update) => draft.add(writeOf(update), update.ts));
  return isApplied.includes(true) ? { stored: draft.stored(), isApplied } : { isApplied };
}

/** A profile to which writes are added. */
class ProfileDraft {
  /** Merged in pairs at the end: n of them cost n log n. */
  private readonly maps: LwwMap[];
  /** Since it was not certain that a write fits. Measuring takes more time than adding the sizes of the writes. */
  private measured?: MeasuredProfile;

  constructor(
    state: LwwMap,
    /** It is at most this large, until it is measured: a merge is no larger than its two parts. */
    private size: ProfileSize,
    private readonly limits: ProfileSize,
  ) {
    this.maps = [state];
  }

  /** False if the write does not fit. */
  add(write: LwwMap, ts: number): boolean {
    const fits = this.fitsCertainly(write) || this.measure().add(write, ts, this.limits);
    if (fits) this.maps.push(write);
    return fits;
  }

  stored(): StoredProfile {
    return toStored(mergeAll(this.maps));
  }

  private fitsCertainly(write: LwwMap): boolean {
    if (this.measured) return false;
    const size = sumOf(this.size, sizeOf(toStored(write)));
    if (!isWithin(size, this.limits)) return false;
    this.size = size;
    return true;
  }

  private measure(): MeasuredProfile {
    return (this.measured ??= new MeasuredProfile(fromStored(this.stored())));
  }
}

/** Merges neighbours, so that each map is merged log n times. */
function mergeAll(maps: LwwMap[]): LwwMap {
  let merged = maps;
  while (merged.length > 1)
    merged = Array.from({ length: Math.ceil(merged.length / 2) }, (_, pair) => {
      const [older = {}, newer] = merged.slice(2 * pair, 2 * pair + 2);
      return newer ? merge(older, newer) : older;
    });
  return merged[0] ?? {};
}

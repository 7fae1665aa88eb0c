import type { ChannelState } from '@tributary/contracts/admin/access';

/**
 * In any order of arrival, the newest state of each channel stays. Activities name a channel by the id that clients see,
 * which a client may have given; a deleted channel and its successor may have had the same one.
 */
export class ChannelStates {
  private readonly states = new Map<string, ChannelState>();
  /** The states with effect, by datamart and the id that clients see: usually one. */
  private readonly named = new Map<string, Map<string, ChannelState>>();

  apply(state: ChannelState): void {
    const known = this.states.get(state.id);
    if (known && known.version >= state.version) return;
    this.states.set(state.id, state);
    const name = nameOf(state.datamart_id, state.given_id ?? state.id);
    const ofName = this.named.get(name) ?? new Map<string, ChannelState>();
    if (hasEffect(state)) ofName.set(state.id, state);
    else ofName.delete(state.id);
    if (ofName.size > 0) this.named.set(name, ofName);
    else this.named.delete(name);
  }

  /** The newest state with effect. Undefined if nothing is done because of the channel, as of one of another datamart. */
  find(datamart_id: string, channel_id: string): ChannelState | undefined {
    let found: ChannelState | undefined;
    for (const state of this.named.get(nameOf(datamart_id, channel_id))?.values() ?? [])
      if (!found || found.version < state.version) found = state;
    return found;
  }

  values(): Iterable<ChannelState> {
    return this.states.values();
  }
}

const nameOf = (datamart_id: string, channel_id: string) => `${datamart_id}/${channel_id}`;

const hasEffect = ({ processings, analyzers, leaves_out_bots = false }: ChannelState) =>
  processings.length > 0 || analyzers.length > 0 || leaves_out_bots;

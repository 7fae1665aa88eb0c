import type {
  ChannelScope,
  ChannelScopeQuestion,
  PreviewQuestion,
  RefusedByChoicePage,
  RefusedByChoiceQuestion,
  SelectionPreview,
} from '@tributary/contracts/consent/channel-consent';
import { unavailable } from '@tributary/contracts/errors';

/** Where the gateway asks what choices refuse on a channel: admin knows the channel, tracking-ingest the activities. */
export abstract class ConsentSource {
  /** The channel that a caller means. @throws the errors of a request for its selections */
  abstract scope(question: ChannelScopeQuestion): Promise<ChannelScope>;
  /** @throws SERVICE_UNAVAILABLE */
  abstract preview(question: PreviewQuestion): Promise<SelectionPreview>;
  /** @throws SERVICE_UNAVAILABLE */
  abstract refused(question: RefusedByChoiceQuestion): Promise<RefusedByChoicePage>;
}

const alone = () => Promise.reject(unavailable('this gateway has no apps behind it'));

/** For a gateway that stands alone, in specs. */
export class NoConsentSource extends ConsentSource {
  scope = alone;
  preview = alone;
  refused = alone;
}

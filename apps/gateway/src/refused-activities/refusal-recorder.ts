import { Injectable } from '@nestjs/common';
import type { RefusedActivity } from '@tributary/contracts/tracking/activity';
import type { RefusedCredential } from '@tributary/contracts/refusals/refused-activity';
import { refusalLimits } from '@tributary/contracts/refusals/refused-activity';
import type { Signature } from '@tributary/security/signing';
import { CredentialsStore } from '../access/credentials.store.js';
import { publicCredentialOf } from '../collect-keys/public-credential.js';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { headOf, Refusals } from '../live-feed/refusals.js';
import { KeptRefusals } from './kept-refusals.js';
import { RefusalMetrics } from './refusal-metrics.js';

/** The request of refused bodies or lines. */
interface RefusedRequest {
  datamart_id: string;
  received_ts: number;
  request_id: string;
  isAnalyzed: boolean;
  /** The credential is one of these. */
  collectKey?: CollectKey | undefined;
  signature?: Pick<Signature, 'key_id'> | undefined;
  token_id?: string | undefined;
}

/** A body or a line, and why it was refused. */
export interface Refused extends RefusedActivity {
  sent: Buffer | string;
}

/** Memory of a refusal beside its text. */
const overhead = 500;

/** Records refusals for the live feed of this gateway and for the list of all. */
@Injectable()
export class RefusalRecorder {
  constructor(
    private readonly live: Refusals,
    private readonly kept: KeptRefusals,
    private readonly credentials: CredentialsStore,
    private readonly metrics: RefusalMetrics,
  ) {}

  /** Shows a refusal in the live feed. */
  show({ datamart_id, received_ts, request_id }: RefusedRequest, { error_code, error, sent }: Refused): void {
    this.live.add(datamart_id, { received_ts, error_code, error, error_id: request_id, head: headOf(sent) });
  }

  /** Only the last lines of one request can stay: the others are counted, not copied. */
  keep(request: RefusedRequest, refused: Refused[]): void {
    const { datamart_id, received_ts, request_id: error_id, isAnalyzed: is_analyzed } = request;
    const credential = this.credentialOf(request);
    const sender = `${credential.kind}/${credential.id}`;
    this.metrics.count(refused.length);
    const kept = refused.slice(-refusalLimits.rows);
    this.kept.leaveOut(datamart_id, refused.length - kept.length);
    for (const { sent, error_code, error } of kept) {
      // A line is a part of its body, which it would keep in memory.
      const copy = typeof sent === 'string' ? sent : Buffer.from(sent);
      const bytes = copy.length + overhead;
      const row = { received_ts, error_code, error, error_id, credential, is_analyzed };
      this.kept.add({ datamart_id, sender, bytes, sent: copy, ...row });
    }
  }

  private credentialOf({ collectKey, signature, token_id = '' }: RefusedRequest): RefusedCredential {
    if (collectKey) {
      const { id, channel_id, accepts_profiles } = collectKey;
      return { kind: 'collect_key', id, accepts_profiles, ...(channel_id !== undefined && { channel_id }) };
    }
    return publicCredentialOf({ signature }, this.credentials) ?? { kind: 'api_token', id: token_id };
  }
}

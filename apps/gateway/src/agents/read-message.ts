import { ApiError } from '@tributary/contracts/errors';
import { parseJson } from '@tributary/http/json-body';

/** JSON-RPC 2.0. */
const parseError = -32_700;
const invalidRequest = -32_600;

/** A message that is answered without the server of the protocol. */
export class RefusedMessage extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }

  toJSON() {
    return { jsonrpc: '2.0', id: null, error: { code: this.code, message: this.message } };
  }
}

/** One message. The protocol has no batches since its version 2025-06-18. @throws RefusedMessage */
export function readMessage(bytes: Buffer): unknown {
  const value = parsed(bytes);
  if (Array.isArray(value)) throw new RefusedMessage(invalidRequest, 'a batch is not taken: send each message alone');
  return value;
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes).value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const code = error.code === 'BAD_REQUEST_FORMAT' ? parseError : invalidRequest;
    throw new RefusedMessage(code, error.message);
  }
}

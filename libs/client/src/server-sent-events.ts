/** One event of a stream. `event` is `message` unless the server names it. */
export interface ServerSentEvent {
  event: string;
  data: string;
  id?: string;
}

/** Splits a stream of Server-Sent Events (HTML Living Standard §9.2). Comments are left out. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerSentEvent | undefined {
  const data: string[] = [];
  const event: ServerSentEvent = { event: 'message', data: '' };
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]+):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') event.event = value;
    else if (field === 'id') event.id = value;
  }
  return data.length === 0 ? undefined : { ...event, data: data.join('\n') };
}

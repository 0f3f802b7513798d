/**
 * One stream of a company for all tabs of the browser, because HTTP/1.1 gives a browser six connections:
 * the tab that holds the lock follows, and tells the others. Without locks, which browsers keep to secure
 * contexts, each tab follows for itself.
 */
import type { Activity } from '@muster/contracts';
import { follow, type Line } from '../api/follow.ts';

export interface LineListener {
  readonly onEvent: (event: Activity) => void;
  readonly onLine: (line: Line) => void;
  readonly onGap: () => void;
}

type Message =
  | { readonly kind: 'event'; readonly event: Activity; readonly cursor: string | undefined }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'gap' | 'hello' };

/** Listens until the signal aborts. */
export function listen(companyId: string, signal: AbortSignal, listener: LineListener): void {
  const channel = new BroadcastChannel(`muster.line.${companyId}`);
  let line: Line = { state: 'catching up' };
  let cursor: string | undefined;
  let leads = false;
  const hear = (message: Message): void => {
    if (message.kind === 'event') {
      cursor = message.cursor ?? cursor;
      listener.onEvent(message.event);
    } else if (message.kind === 'line') {
      line = message.line;
      listener.onLine(line);
    } else if (message.kind === 'gap') listener.onGap();
    else if (leads) channel.postMessage({ kind: 'line', line } satisfies Message);
  };
  const tell = (message: Message): void => {
    if (signal.aborted) return;
    hear(message);
    channel.postMessage(message);
  };
  const lead = async (): Promise<void> => {
    leads = true;
    await follow({
      companyId,
      signal,
      after: cursor,
      onEvent: (_, data, at) => tell({ kind: 'event', event: data as Activity, cursor: at }),
      onLine: (next) => tell({ kind: 'line', line: next }),
      onGap: () => tell({ kind: 'gap' }),
    });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  signal.addEventListener('abort', () => channel.close());
  channel.postMessage({ kind: 'hello' } satisfies Message);
  void leadInTurn(companyId, signal, lead);
}

async function leadInTurn(
  companyId: string,
  signal: AbortSignal,
  lead: () => Promise<void>,
): Promise<void> {
  if (!('locks' in navigator)) return lead();
  try {
    await navigator.locks.request(`muster.line.${companyId}`, { signal }, lead);
  } catch (error) {
    // The tab was closed, or shows another company, before its turn came.
    if (!signal.aborted) throw error;
  }
}

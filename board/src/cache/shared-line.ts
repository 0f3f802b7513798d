/**
 * One stream for all companies of a reader and all tabs of the browser, because HTTP/1.1 gives a browser six
 * connections: the tab that holds the lock follows, and tells the others, with its cursor, so that the next
 * one continues there. Without locks, which browsers keep to secure contexts, each tab follows for itself.
 */
import type { Activity } from '@muster/contracts';
import { follow, type Line } from '../api/follow.ts';
import { followedOf, withShown } from '../domain/line.ts';

export interface LineListener {
  readonly onEvent: (event: Activity) => void;
  readonly onLine: (line: Line) => void;
  readonly onGap: () => void;
  readonly onDenied: () => void;
}

export interface SharedLine {
  /** All companies of the reader, and the one that this tab shows. */
  want(all: readonly string[], shown: string | undefined): void;
}

type Message =
  | { readonly kind: 'event'; readonly event: Activity; readonly cursor: string | undefined }
  | { readonly kind: 'cursor'; readonly cursor: string }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'hello'; readonly shown: string | undefined }
  | { readonly kind: 'gap' }
  | { readonly kind: 'led' };

/** Opens the line of a session until the signal aborts. */
export function openLine(session: string, signal: AbortSignal, listener: LineListener): SharedLine {
  const name = `muster.line.${session}`;
  const channel = new BroadcastChannel(name);
  // Where each tab follows for itself, it has nothing to tell the others.
  const isShared = 'locks' in navigator;
  const wanted = openWanted();
  let line: Line = { state: 'catching up' };
  let cursor: string | undefined;
  let leads = false;
  const post = (message: Message): void => {
    if (isShared && !signal.aborted) channel.postMessage(message);
  };
  const greet = (): void => post({ kind: 'hello', shown: wanted.own() });
  const hear = (message: Message): void => {
    if (message.kind === 'event') {
      cursor = message.cursor ?? cursor;
      listener.onEvent(message.event);
    } else if (message.kind === 'line') listener.onLine((line = message.line));
    else if (message.kind === 'cursor') ({ cursor } = message);
    else if (message.kind === 'gap') listener.onGap();
    else if (message.kind === 'led') greet();
    else if (leads) {
      wanted.show(message.shown);
      post({ kind: 'line', line });
      if (cursor !== undefined) post({ kind: 'cursor', cursor });
    }
  };
  const tell = (message: Message): void => {
    if (signal.aborted) return;
    hear(message);
    post(message);
  };
  const followOnce = (companyIds: readonly string[], changed: AbortSignal): Promise<void> =>
    follow({
      path: `/api/events?companyIds=${companyIds.join(',')}`,
      signal: AbortSignal.any([signal, changed]),
      after: cursor,
      onEvent: (_, data, at) => tell({ kind: 'event', event: data as Activity, cursor: at }),
      onCursor: (at) => at !== cursor && tell({ kind: 'cursor', cursor: at }),
      onLine: (next) => tell({ kind: 'line', line: next }),
      onGap: () => tell({ kind: 'gap' }),
      onDenied() {
        wanted.forgetShown();
        listener.onDenied();
      },
    });
  const lead = async (): Promise<void> => {
    leads = true;
    post({ kind: 'led' });
    // oxlint-disable-next-line no-unmodified-loop-condition -- the signal changes from outside
    while (!signal.aborted) {
      const { companyIds, changed } = wanted.now();
      // Without a company there is nothing to follow, and everything is as new as it can be.
      if (companyIds.length === 0) tell({ kind: 'line', line: { state: 'live' } });
      else await followOnce(companyIds, changed);
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      await aborted(changed, signal);
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  signal.addEventListener('abort', () => channel.close());
  let isOpen = false;
  return {
    want(all, shown) {
      wanted.set(all, shown);
      greet();
      if (isOpen) return;
      isOpen = true;
      void leadInTurn(name, signal, lead);
    },
  };
}

interface Wanted {
  own(): string | undefined;
  set(all: readonly string[], shown: string | undefined): void;
  show(companyId: string | undefined): void;
  forgetShown(): void;
  /** What is followed, and a signal of its end. */
  now(): { readonly companyIds: readonly string[]; readonly changed: AbortSignal };
}

function openWanted(): Wanted {
  let all: readonly string[] = [];
  let own: string | undefined;
  let shown: readonly string[] = [];
  let followed: readonly string[] = [];
  let change = new AbortController();
  const update = (): void => {
    const next = followedOf(shown, all);
    if (next.join() === followed.join()) return;
    followed = next;
    change.abort();
    change = new AbortController();
  };
  const show = (companyId: string | undefined): void => {
    if (companyId === undefined) return;
    shown = withShown(shown, companyId);
    update();
  };
  return {
    own: () => own,
    set(companies, companyId) {
      all = companies;
      own = companyId;
      update();
      show(companyId);
    },
    show,
    forgetShown() {
      shown = [];
      update();
    },
    now: () => ({ companyIds: followed, changed: change.signal }),
  };
}

/** Resolves when one of the signals aborts, or has. */
function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const any = AbortSignal.any([...signals]);
  if (any.aborted) resolve();
  any.addEventListener('abort', () => resolve());
  return promise;
}

async function leadInTurn(
  name: string,
  signal: AbortSignal,
  lead: () => Promise<void>,
): Promise<void> {
  if (!('locks' in navigator)) return lead();
  try {
    await navigator.locks.request(name, { signal }, lead);
  } catch (error) {
    // The tab was closed, or its session has ended, before its turn came.
    if (!signal.aborted) throw error;
  }
}

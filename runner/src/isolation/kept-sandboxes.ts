/**
 * The sandboxes that are kept for agents. A start enters one only if bubblewrap would now make the
 * same: with the same options, of the same folders, on the same mounts of the machine. One in which a
 * run has left files is not kept, and the next run gets a new one.
 */
import { readFileSync } from 'node:fs';
import { openKeptSandbox, type KeptSandbox, type Left } from './kept-sandbox.ts';

/** Longer than most pauses between the runs of an agent that works. */
const KEEP_UNUSED_MS = 600_000;
/** Without a program. Each is three small processes and half a megabyte. */
const UNUSED_MAX = 100;

export interface KeptSandboxes {
  /**
   * Options of nsenter for a sandbox of these options of bubblewrap; undefined if none can be kept.
   * The agent has no program in one.
   */
  enter(agentId: string, sandbox: readonly string[]): Promise<readonly string[] | undefined>;
  /**
   * The agent has no program any more. `endProcesses` ends what it may have left, wherever it is; it
   * is called unless nothing is.
   */
  leave(agentId: string, endProcesses: () => Promise<void>): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly sandbox: Promise<KeptSandbox>;
  closing?: NodeJS.Timeout;
}

export function openKeptSandboxes({ unusedMax = UNUSED_MAX } = {}): KeptSandboxes {
  const entries = openEntries(unusedMax);
  return {
    async enter(agentId, options) {
      const key = keyOf(options);
      const former = entries.use(agentId);
      if (former) {
        const kept = await former.sandbox.catch(() => undefined);
        if (former.key === key && kept?.isWhole()) return kept.enter;
        entries.close(agentId, former);
      }
      const entry = entries.add(agentId, { key, sandbox: openKeptSandbox(options) });
      try {
        return (await entry.sandbox).enter;
      } catch {
        entries.close(agentId, entry);
        return undefined;
      }
    },
    async leave(agentId, endProcesses) {
      const entry = entries.use(agentId);
      let left = await leftIn(entry);
      try {
        if (left !== 'nothing' && left !== 'files') {
          await endProcesses();
          left = await leftIn(entry);
        }
      } finally {
        if (entry && left === 'nothing') entries.keepUnused(agentId, entry);
        else if (entry) entries.close(agentId, entry);
      }
    },
  };
}

interface Entries {
  add(agentId: string, entry: Entry): Entry;
  /** It does not count as unused from now on. */
  use(agentId: string): Entry | undefined;
  keepUnused(agentId: string, entry: Entry): void;
  close(agentId: string, entry: Entry): void;
}

function openEntries(unusedMax: number): Entries {
  /** Those without a program in the order in which their last ones ended. */
  const entries = new Map<string, Entry>();
  const close = (agentId: string, entry: Entry): void => {
    clearTimeout(entry.closing);
    if (entries.get(agentId) === entry) entries.delete(agentId);
    entry.sandbox.then(
      (sandbox) => sandbox.close(),
      () => undefined,
    );
  };
  return {
    close,
    add(agentId, entry) {
      entries.set(agentId, entry);
      return entry;
    },
    use(agentId) {
      const entry = entries.get(agentId);
      clearTimeout(entry?.closing);
      delete entry?.closing;
      return entry;
    },
    keepUnused(agentId, entry) {
      entry.closing = setTimeout(close, KEEP_UNUSED_MS, agentId, entry).unref();
      entries.delete(agentId);
      entries.set(agentId, entry);
      const unused = [...entries].filter(([, { closing }]) => closing !== undefined);
      for (const [id, longest] of unused.slice(0, -unusedMax)) close(id, longest);
    },
  };
}

/** Undefined if the sandbox does not answer: it has ended, or something keeps it. */
const leftIn = async (entry: Entry | undefined): Promise<Left | undefined> =>
  entry?.sandbox.then((sandbox) => sandbox.left()).catch(() => undefined);

const keyOf = (options: readonly string[]): string =>
  JSON.stringify([options, readFileSync('/proc/self/mountinfo', 'utf8')]);

/**
 * A run that was given to a runner over one connection, and what the runner says about it. Each kind
 * of message has its time: anything else is a fault of the runner.
 */
import {
  BUFFER_MAX_BYTES,
  type FromRunner,
  type RunKey,
  type StopSignal,
} from '@muster/runner-protocol';

export type AboutRun = Exclude<FromRunner, { kind: 'welcome' | 'inspected' }>;

/**
 * `launching`, `adopting`: what was asked; then `running`, and `over` after the last message. A
 * renewal that arrives after that may still be answered.
 */
type Phase = 'launching' | 'adopting' | 'running' | 'over';

const expected: Readonly<Record<Phase, readonly AboutRun['kind'][]>> = {
  launching: ['launched', 'ended', 'unknown'],
  adopting: ['adopted', 'unknown'],
  running: ['output', 'ended', 'unknown'],
  over: ['unknown'],
};

const next: Readonly<Record<AboutRun['kind'], Phase>> = {
  launched: 'running',
  adopted: 'running',
  output: 'running',
  ended: 'over',
  unknown: 'over',
};

export interface Attachment {
  /** The next message about the run; nothing when the connection is over or the run was let go. */
  next(): Promise<AboutRun | undefined>;
  renew(leaseMs: number): void;
  stop(why: StopSignal): void;
  /** To a program that keeps its input; `end`: nothing more comes. */
  input(bytes: Uint8Array, end: boolean): void;
  /** The output before this offset need not be sent again. */
  stored(offset: number): void;
  /** The end is recorded: the runner forgets the run. */
  forget(): void;
  /** The run is no longer followed here; what the runner still says about it is ignored. */
  letGo(): void;
}

/** The connection's side of an attachment. */
export interface Receiver extends Pick<Attachment, 'next' | 'stored'> {
  /** Why the message may not come now; nothing where it may. */
  receive(message: AboutRun): string | undefined;
  end(): void;
}

/**
 * Output that is not stored yet, in bytes: a runner pauses a program at half of it. One that goes on
 * sending would fill the memory of this process.
 */
const UNSTORED_MAX_BYTES = 2 * BUFFER_MAX_BYTES;

/** A queue that ends, and that is bounded. */
export function openReceiver({ fence }: RunKey, asked: 'launching' | 'adopting'): Receiver {
  let phase: Phase = asked;
  let offset = 0;
  let storedUntil = 0;
  let isOpen = true;
  const heard: AboutRun[] = [];
  let wake: (() => void) | undefined;
  const end = (): void => {
    isOpen = false;
    wake?.();
  };
  return {
    receive(message) {
      if (message.fence !== fence) return `${message.kind} with another fence`;
      if (!expected[phase].includes(message.kind))
        return `${message.kind} of a run that is ${phase}`;
      if (message.kind === 'adopted') offset = storedUntil = message.offset;
      if (message.kind === 'output') {
        if (message.offset !== offset) return 'output that does not follow on';
        offset += message.bytes.length;
        if (offset - storedUntil > UNSTORED_MAX_BYTES) return 'more output than it may keep';
      }
      if (phase === 'over') return undefined;
      phase = next[message.kind];
      heard.push(message);
      if (phase === 'over') isOpen = false;
      wake?.();
      return undefined;
    },
    end,
    stored(until) {
      storedUntil = Math.max(storedUntil, until);
    },
    async next() {
      if (heard.length === 0 && isOpen) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift();
    },
  };
}

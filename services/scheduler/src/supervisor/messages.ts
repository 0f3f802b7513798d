/** What a worker and its supervisor tell each other, over the channel between them. */
import type { Outcome, OutputStream, StopSignal, TimeLimits } from '../adapters/adapter.ts';

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** All of it: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly limits: TimeLimits;
}

/** `id` is the worker's own number of the program; none is used twice. */
export type ToSupervisor =
  | { readonly kind: 'launch'; readonly id: number; readonly program: Program }
  | { readonly kind: 'stop'; readonly id: number; readonly why: StopSignal };

export type FromSupervisor =
  /** The group exists, and waits until this has been told. */
  | { readonly kind: 'launched'; readonly id: number; readonly pid: number }
  | {
      readonly kind: 'output';
      readonly id: number;
      readonly stream: OutputStream;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome };

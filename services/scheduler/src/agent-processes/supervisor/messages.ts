/** Messages between a worker and its supervisor. */
import type { Outcome, OutputStream, StopSignal, TimeLimits } from '../adapter.ts';

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** Complete: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly limits: TimeLimits;
}

/** `id` is the worker's number for the program; it is never reused. */
export type ToSupervisor =
  | { readonly kind: 'launch'; readonly id: number; readonly program: Program }
  | { readonly kind: 'stop'; readonly id: number; readonly why: StopSignal };

export type FromSupervisor =
  /** The group exists and waits until this message has been sent. */
  | { readonly kind: 'launched'; readonly id: number; readonly pid: number }
  | {
      readonly kind: 'output';
      readonly id: number;
      readonly stream: OutputStream;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome };

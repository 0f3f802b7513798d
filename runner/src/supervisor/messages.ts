/** Messages between a runner and its supervisor. */
import type { Outcome, OutputStream, StopSignal, TimeLimits } from '@muster/runner-protocol';
import type { SandboxUse } from '../command.ts';

export interface GroupProgram {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** Complete: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** What the first process of the command does of the program's sandbox, if it has one. */
  readonly sandbox?: SandboxUse;
  /** The command waits at the gate itself. */
  readonly isGated?: boolean;
  readonly stdin: string;
  /** Its input stays open after that. */
  readonly keepsInput?: boolean | undefined;
  readonly limits: TimeLimits;
}

/** `id` is the runner's number for the program; it is never reused. */
export type ToSupervisor =
  | {
      readonly kind: 'launch';
      readonly id: number;
      readonly program: GroupProgram;
      /** The program is ended after this time without a renewal. */
      readonly leaseMs: number;
    }
  /** The answer to `launched`: whether the program may begin. */
  | { readonly kind: 'begin'; readonly id: number; readonly may: boolean }
  | { readonly kind: 'renew'; readonly id: number; readonly leaseMs: number }
  | {
      readonly kind: 'input';
      readonly id: number;
      readonly bytes: Uint8Array;
      readonly end: boolean;
    }
  | { readonly kind: 'pause'; readonly id: number }
  | { readonly kind: 'resume'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number; readonly why: StopSignal };

export type FromSupervisor =
  /** The group exists and waits for `begin`. */
  | { readonly kind: 'launched'; readonly id: number; readonly pid: number }
  | {
      readonly kind: 'output';
      readonly id: number;
      readonly stream: OutputStream;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome };

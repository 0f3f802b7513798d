/** What a tool is, and what it is given. */
import type { AgentActor, UserActor } from '@muster/contracts';
import type { z } from 'zod';
import type { Perform } from '../upstream/perform.ts';

/** What clients decide by whether to ask a person before a call. All tools stay within this API. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
};
/** A repeat makes another one, unless it is a repeat of the same request. */
export const adds: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
};
/** A repeat changes nothing more. */
export const moves: ToolHints = { ...adds, idempotentHint: true };
/** It may replace what was there. */
export const replaces: ToolHints = { ...moves, destructiveHint: true };

export interface ToolCall {
  readonly perform: Perform;
  readonly actor: AgentActor | UserActor;
  /** The key of the n-th write of this call that makes something: equal for repeats of the call. */
  readonly keyOf: (step: string) => string;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly hints: ToolHints;
  /** Brings into its right form what has its schema by another field, before keys are made of it. */
  readonly complete?: (input: z.output<Input>) => z.output<Input>;
  /** @returns the text of the answer, within the budget of the tool */
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<string>;
}

export const tool = <Input extends z.ZodObject>(spec: Tool<Input>): Tool => spec;

/** The client as a type: a method for each operation. */
import type { Inputs, LiveName, Outputs, PagedName } from './operations.ts';
import type { Followed } from './follow.ts';
import type { Pages } from './pages.ts';
import type { CallOptions } from './send.ts';

export type OperationName = keyof Inputs;
export type Input<N extends OperationName> = Inputs[N];
export type Output<N extends OperationName> = Outputs[N];

type Item<List> = List extends readonly (infer Of)[] ? Of : never;

/** Output of a run, which `run.log` in `types` adds to a stream; it has no cursor and is not sent again. */
export interface RunOutput {
  readonly runId: string;
  readonly agentId: string;
  /** Bytes of the log before it. */
  readonly offset: number;
  readonly text: string;
}

export type FeedEvent = Item<Outputs[LiveName]> | RunOutput;

type Answer<N extends OperationName> = N extends PagedName
  ? Pages<Item<Output<N>>>
  : N extends LiveName
    ? Followed<FeedEvent>
    : Promise<Output<N>>;

type Optional<In> = [input?: In, options?: CallOptions];

/** An operation without a field that must be given may be called without an argument; one without fields, too. */
type Arguments<In> = string extends keyof In
  ? Optional<In>
  : Partial<In> extends In
    ? Optional<In>
    : [input: In, options?: CallOptions];

export type Client = {
  readonly [N in OperationName]: (...given: Arguments<Input<N>>) => Answer<N>;
};

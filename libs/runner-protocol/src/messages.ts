/**
 * The messages of a connection that a scheduler has opened to a runner. A frame is four bytes of
 * length, big-endian, and one message in MessagePack. Both sides parse what arrives by these
 * schemas, and close a connection on which anything else arrives.
 *
 * A scheduler launches a run, renews its lease, and acknowledges its output when it has stored it.
 * The runner keeps what is not acknowledged, and the run itself for as long as its lease lasts: when
 * the scheduler is gone, another one adopts the run and gets the output from where the first one
 * stopped. Who may speak of a run is decided by its fence, which each adoption raises.
 */
import { z } from 'zod';
import { Findings, Inspection } from './inspection.ts';
import { Outcome, OutputStream, Program, StopSignal } from './program.ts';

export const PROTOCOL = 1;
/** Longest frame in bytes, without its length. */
export const FRAME_MAX_BYTES = 1_048_576;
/** Longest piece of output in one message, in bytes. */
export const OUTPUT_MAX_BYTES = 65_536;
/** Unacknowledged output of one run in bytes; a program that writes more waits. */
export const BUFFER_MAX_BYTES = 1_048_576;
/** What a message of output counts beside its bytes, so that a million short ones are not kept. */
export const OUTPUT_COST_BYTES = 256;
/**
 * A scheduler acknowledges output at the latest when so much of it is not acknowledged, by bytes and
 * costs. A runner pauses a program above that and goes on below, so that none waits for ever.
 */
export const ACKNOWLEDGE_AT_BYTES = 524_288;
/** Longest piece of input in one message, in bytes. */
export const INPUT_MAX_BYTES = 262_144;
/** Longest memo in bytes. */
export const MEMO_MAX_BYTES = 262_144;

const Id = z.uuid();
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** The scheduler's name for a question. */
const QuestionId = z.string().min(1).max(200);

/** `fence`: raised each time that a scheduler takes the run; the runner obeys the highest. */
const RunKey = z.object({ runId: Id, fence: z.int().positive() });
export type RunKey = z.output<typeof RunKey>;

/** Bytes of output of the run, of both streams together. */
const Offset = z.int().min(0);
/** At most what a timer of Node can wait. */
const DurationMs = z.number().positive().max(2_147_483_647);

export const ToRunner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), protocol: z.int(), scheduler: z.string().max(200) }),
  RunKey.extend({
    kind: z.literal('launch'),
    companyId: Id,
    agentId: Id,
    /** The run is ended after this time without a renewal, by the runner's clock. */
    leaseMs: DurationMs,
    program: Program,
    /** Sealed by the scheduler, and given to the one that adopts the run. */
    memo: Bytes.refine(({ length }) => length <= MEMO_MAX_BYTES),
  }),
  z.object({ kind: z.literal('renew'), runs: z.array(RunKey), leaseMs: DurationMs }),
  RunKey.extend({ kind: z.literal('stop'), why: StopSignal }),
  /** To a program that keeps its input, where it still runs: to runners with the ability `input`. */
  RunKey.extend({
    kind: z.literal('input'),
    bytes: Bytes.refine(({ length }) => length <= INPUT_MAX_BYTES),
    /** Nothing more comes. */
    end: z.boolean(),
  }),
  /** Answered with `adopted` or `unknown`; `fence` is the new one. */
  RunKey.extend({ kind: z.literal('adopt'), leaseMs: DurationMs }),
  /** The output before this offset is stored; the runner may forget it. */
  RunKey.extend({ kind: z.literal('stored'), offset: Offset }),
  /** The end of the run is recorded; the runner forgets the run. */
  RunKey.extend({ kind: z.literal('forget') }),
  /**
   * Looks at what a run of the agent would find; to runners with the ability `inspect`. Answered with
   * `inspected`. The same id again is the same question, which another process may ask as well.
   */
  z.object({
    kind: z.literal('inspect'),
    inspectionId: QuestionId,
    companyId: Id,
    agentId: Id,
    inspection: Inspection,
  }),
]);
export type ToRunner = z.output<typeof ToRunner>;

export const IsolationName = z.enum(['user', 'sandbox', 'none']);
export type IsolationName = z.output<typeof IsolationName>;

/** What a runner of this release can do besides what all can: one of another release may not know it. */
export const ABILITIES = [
  'inspect',
  'worktree',
  'startsIn',
  'commits',
  'clone',
  'outputs',
  'input',
] as const;
export type Ability = (typeof ABILITIES)[number];

export const FromRunner = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    protocol: z.int(),
    /** A new one for each process of the runner: the runs of another process are gone. */
    instance: Id,
    isolation: IsolationName,
    /** One line about it: what it does on this machine, and what it cannot hold here. */
    describe: z.string().max(1_000),
    /** Absent in a welcome of the release before. */
    abilities: z.array(z.string().max(64)).max(64).optional(),
  }),
  /** The program exists; without this message it never begins. */
  RunKey.extend({ kind: z.literal('launched') }),
  RunKey.extend({
    kind: z.literal('output'),
    stream: OutputStream,
    /** Of the first of these bytes. */
    offset: Offset,
    bytes: Bytes.refine(({ length }) => length <= OUTPUT_MAX_BYTES),
  }),
  /** The program and all that it started are gone, and all of its output has been sent. */
  RunKey.extend({ kind: z.literal('ended'), outcome: Outcome }),
  /** The output from `offset` on follows, and `ended` if it has ended. */
  RunKey.extend({ kind: z.literal('adopted'), offset: Offset, memo: Bytes }),
  /** The runner has no such run, or a higher fence has it. */
  RunKey.extend({ kind: z.literal('unknown') }),
  /** `busy`: another question about the agent is being answered; `runner_busy`: too many are. */
  z.object({
    kind: z.literal('inspected'),
    inspectionId: QuestionId,
    answer: z.union([z.literal('busy'), z.literal('runner_busy'), Findings]),
  }),
]);
export type FromRunner = z.output<typeof FromRunner>;

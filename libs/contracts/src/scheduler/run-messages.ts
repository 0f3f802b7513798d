/**
 * Messages to a live run. Each reaches the program once: by its own input between two turns, with the
 * answer of its next tool, or by its own request. What has not come by its end wakes the agent once, for a
 * run that gets it.
 */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { escapedInJson } from '../hidden-characters.ts';
import { Id, NonEmptyText, PathId, Timestamp } from '../vocabulary.ts';

/** As long as the words that a person types beside a run, in characters. */
export const RUN_MESSAGE_MAX = 2_000;
/** Messages to one agent that have not been delivered. */
export const RUN_MESSAGES_WAITING_MAX = 20;
/** Messages of one run, which are all shown in one answer. */
export const RUN_MESSAGES_MAX = 50;

/**
 * `waiting`: the run has not got it yet. `delivered`: a program has it. `left`: the run ended before it was
 * delivered, and the next one of the agent gets it.
 */
export const RunMessageStatus = z.enum(['waiting', 'delivered', 'left']);

export const RunMessage = z.object({
  id: Id,
  /** The run that it was sent to. */
  runId: Id,
  agentId: Id,
  status: RunMessageStatus,
  authorAgentId: Id.nullable(),
  authorUserId: Id.nullable(),
  authorName: z.string(),
  text: z.string(),
  /** Whether the program was to break off what it did. */
  interrupt: z.boolean(),
  createdAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
  /** The run that has got it, which may be a later one; null before. */
  deliveredRunId: Id.nullable(),
});
export type RunMessage = z.output<typeof RunMessage>;

export const runMessageOperations = {
  sendRunMessage: operation({
    http: 'POST /api/heartbeat-runs/:runId/messages',
    summary:
      'Say something to a run that is queued or running: its program reads it between two turns or with ' +
      'its next tool call. What has not come by the end of the run wakes the agent once, for a run that ' +
      'gets it; nothing does after a cancellation. Of agents, the agent itself and ' +
      'its managers may.',
    who: ['agent', 'board'],
    stores: true,
    status: 201,
    input: z.object({
      runId: PathId,
      text: NonEmptyText.max(RUN_MESSAGE_MAX),
      interrupt: z
        .boolean()
        .default(false)
        .describe(
          'Whether the program is to break off what it does and read this first. Claude Code does; for ' +
            'others, the message waits for their next tool call.',
        ),
    }),
    output: RunMessage,
    refusals: ['run_not_found', 'run_already_finished', 'not_your_agent', 'too_many_run_messages'],
    emits: ['run.message_sent'],
  }),
  listRunMessages: operation({
    http: 'GET /api/heartbeat-runs/:runId/messages',
    summary: 'What was said to a run, and whether its program has it; oldest first.',
    who: ['agent', 'board'],
    input: z.object({
      runId: PathId,
      toTake: z
        .boolean()
        .default(false)
        .describe(
          'Only what the run can take now, also what was said to earlier runs of its agent.',
        ),
    }),
    output: z.array(RunMessage),
    refusals: ['run_not_found'],
  }),
  takeRunMessages: operation({
    http: 'POST /api/heartbeat-runs/:runId/messages/take',
    summary:
      'The messages that wait for a run of the calling agent, oldest first. Each is given out once; a ' +
      'program with the tools of Muster gets them with their answers.',
    who: ['agent'],
    whilePaused: true,
    input: z.object({ runId: PathId }),
    output: z.array(RunMessage),
    refusals: ['run_not_found', 'not_your_run'],
    emits: ['run.message_delivered'],
  }),
} as const;

const about = { runId: Id, agentId: Id };

export const runMessageEvents = {
  'run.message_sent': event({
    entity: 'run',
    version: 1,
    summary: 'Something was said to a run. The words are in the message alone.',
    payload: z.object({
      ...about,
      messageId: Id,
      interrupt: z.boolean(),
      bytes: z.int().describe('Of the text in UTF-8.'),
    }),
  }),
  'run.message_delivered': event({
    entity: 'run',
    version: 1,
    summary: 'The program of a run has got messages, perhaps of an earlier run of its agent.',
    payload: z.object({ ...about, messageIds: z.array(Id).max(RUN_MESSAGES_MAX) }),
  }),
} as const;

type ShownMessage = Pick<RunMessage, 'runId' | 'text' | 'createdAt'> &
  Pick<RunMessage, 'authorAgentId' | 'authorName'>;

/**
 * How a program is told. The words of others stand under `said`, as in the answers of tools: JSON fences
 * them, whatever they hold.
 */
export const showRunMessages = (runId: string, messages: readonly ShownMessage[]): string =>
  escapedInJson(
    JSON.stringify({
      messages: messages.map((message) => ({
        by: message.authorAgentId === null ? 'board' : 'agent',
        agent: message.authorAgentId ?? undefined,
        at: message.createdAt,
        toEarlierRun: message.runId === runId ? undefined : true,
        said: { by: message.authorName, text: message.text },
      })),
    }),
  );

/** The stored instructions of an agent: a text with its revisions. */
import { z } from 'zod';
import { agentInPath } from './operations.ts';
import { event, operation } from '../define.ts';
import { Id, page, Text, Timestamp } from '../vocabulary.ts';

/** Revisions that are kept for an agent; older ones are deleted. */
export const INSTRUCTIONS_REVISIONS_KEPT = 100;

/** 0: the agent has never had instructions. Each change counts one. */
const InstructionsVersion = z.int().min(0);

const InstructionsRevision = z.object({
  agentId: Id,
  version: InstructionsVersion,
  /** Length of the text in UTF-8. */
  bytes: z.int().min(0),
  /** Of the text in UTF-8, in hexadecimal. null: no instructions. */
  sha256: z.string().nullable(),
  createdByAgentId: Id.nullable(),
  createdByUserId: Id.nullable(),
  createdAt: Timestamp.nullable(),
});
export const Instructions = InstructionsRevision.extend({ body: z.string().nullable() });
export type Instructions = z.output<typeof Instructions>;
export type InstructionsRevision = z.output<typeof InstructionsRevision>;

export const instructionsOperations = {
  getInstructions: operation({
    http: 'GET /api/agents/:agentId/instructions',
    summary: 'The stored instructions of an agent, as they are or as they were at a version.',
    who: ['agent', 'board'],
    input: z.object({
      ...agentInPath,
      version: InstructionsVersion.optional().describe(
        'An earlier version; the newest by default.',
      ),
    }),
    output: Instructions,
    refusals: ['agent_not_found', 'revision_not_found'],
  }),
  setInstructions: operation({
    http: 'PATCH /api/agents/:agentId/instructions',
    summary: 'Store the instructions of an agent; null removes them. Its next run reads them.',
    who: ['agent', 'board'],
    stores: true,
    needs: 'manage_agents',
    outlivesRun: true,
    input: z.object({
      ...agentInPath,
      body: Text.min(1)
        .regex(/^[^\0]*$/, 'no NUL')
        .nullable()
        .describe('The text, Markdown by convention. It may hold no secret.'),
      ifVersion: InstructionsVersion.optional(),
    }),
    output: Instructions,
    refusals: [
      'agent_not_found',
      'not_your_agent',
      'run_token_refused',
      'agent_not_editable',
      'secret_in_text',
    ],
    emits: ['instructions.changed'],
  }),
  listInstructionsRevisions: operation({
    http: 'GET /api/agents/:agentId/instructions/revisions',
    summary: `The last ${INSTRUCTIONS_REVISIONS_KEPT} versions of the instructions of an agent, newest first, without texts.`,
    who: ['agent', 'board'],
    input: z.object({ ...agentInPath, ...page }),
    output: z.array(InstructionsRevision),
    paged: true,
    refusals: ['agent_not_found'],
  }),
} as const;

export const instructionsEvents = {
  'instructions.changed': event({
    entity: 'instructions',
    version: 1,
    summary: 'The stored instructions of an agent changed; sha256 is null if they were removed.',
    payload: InstructionsRevision.pick({
      agentId: true,
      version: true,
      bytes: true,
      sha256: true,
    }),
  }),
} as const;

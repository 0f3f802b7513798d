/** Plain texts for agents, public. The same paths work under /api. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { AdapterType } from '../vocabulary.ts';

/** The texts that the skill names, which an agent reads when it needs them. */
export const SkillReference = z.enum(['hiring', 'approvals', 'planning', 'remote']);
export type SkillReference = z.output<typeof SkillReference>;

const text = {
  who: ['public'],
  produces: 'text/plain',
  output: z.string(),
  sends: ['ETag', 'Muster-Version'],
} as const;

export const composedTexts = {
  getStart: operation({
    ...text,
    http: 'GET /',
    summary: 'Where to go from here: a page for browsers, a text for every other client.',
    produces: 'text/html',
    sends: ['Vary'],
    input: z.object({}),
    refusals: [],
  }),
  getIndexText: operation({
    ...text,
    http: 'GET /llms.txt',
    summary: 'Which texts and documents there are, for agents; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getHeartbeatText: operation({
    ...text,
    http: 'GET /llms/heartbeat.txt',
    summary: 'A heartbeat in requests, step by step, as a text for agents; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getPathsText: operation({
    ...text,
    http: 'GET /llms/paths.txt',
    summary: 'All paths with their methods, as a short text for agents; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getAgentConfigurationText: operation({
    ...text,
    http: 'GET /llms/agent-configuration.txt',
    summary: 'How to configure and hire an agent, as a text for agents; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getAdapterText: operation({
    ...text,
    http: 'GET /llms/agent-configuration/:adapterType.txt',
    summary: 'The adapterConfig of one adapter, as a text for agents; also under /api.',
    input: z.object({ adapterType: AdapterType }),
    refusals: ['adapter_type_not_found'],
  }),
  getSkillText: operation({
    ...text,
    http: 'GET /llms/skill.md',
    summary: 'The skill: how an agent works here, as a text for agents; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getSkillReference: operation({
    ...text,
    http: 'GET /llms/skill/:text.md',
    summary: 'A text that the skill names, for the agent that needs it; also under /api.',
    input: z.object({ text: SkillReference }),
    refusals: ['text_not_found'],
  }),
  getAgentIcons: operation({
    ...text,
    http: 'GET /llms/agent-icons.txt',
    summary: 'The allowed icon names, one per line; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
} as const;

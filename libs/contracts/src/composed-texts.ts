/** Plain texts for agents, for everybody to read. They are found under /api too. */
import { z } from 'zod';
import { operation } from './define.ts';
import { AdapterType } from './vocabulary.ts';

const text = { who: ['public'], produces: 'text/plain', output: z.string() } as const;

export const composedTexts = {
  getAgentConfigurationText: operation({
    ...text,
    http: 'GET /llms/agent-configuration.txt',
    summary: 'How to compose a hire, for agents to read; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
  getAdapterText: operation({
    ...text,
    http: 'GET /llms/agent-configuration/:adapterType.txt',
    summary: 'What the adapterConfig of one adapter takes; also under /api.',
    input: z.object({ adapterType: AdapterType }),
    refusals: ['adapter_type_not_found'],
  }),
  getAgentIcons: operation({
    ...text,
    http: 'GET /llms/agent-icons.txt',
    summary: 'The names that the icon of an agent may have, one a line; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
} as const;

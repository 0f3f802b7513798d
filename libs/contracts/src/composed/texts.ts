/** Plain texts for agents, public. The same paths work under /api. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { AdapterType } from '../vocabulary.ts';

const text = { who: ['public'], produces: 'text/plain', output: z.string() } as const;

export const composedTexts = {
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
  getAgentIcons: operation({
    ...text,
    http: 'GET /llms/agent-icons.txt',
    summary: 'The allowed icon names, one per line; also under /api.',
    input: z.object({}),
    refusals: [],
  }),
} as const;

/** Which adapters this installation can start agents with. Commands and paths stay the operator's. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { AdapterType, Id, JsonObject } from '../vocabulary.ts';

export const InstalledAdapter = z.object({
  type: AdapterType,
  companies: z
    .array(Id)
    .nullable()
    .describe('Where it is on, of your companies; null: everywhere.'),
});

/** An agent that works here as it is, without a key of any model provider. */
export const ExampleAgent = z.object({ adapterType: AdapterType, adapterConfig: JsonObject });
export type ExampleAgent = z.output<typeof ExampleAgent>;

export const InstalledAdapters = z.object({
  adapters: z.array(InstalledAdapter),
  exampleAgent: ExampleAgent.nullable().describe(
    'For instance admins: fields of a first agent. null if the operator has named none.',
  ),
});
export type InstalledAdapters = z.output<typeof InstalledAdapters>;

export const installedAdapterOperations = {
  getInstalledAdapters: operation({
    kind: 'read',
    summary: 'The adapters that are on and have what they need, and an example agent.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: InstalledAdapters,
    refusals: [],
  }),
} as const;

/** Environment variables of the agents service, besides those of every service. */
import type { BaseConfig } from '@muster/service-kit';
import { z } from 'zod';

const KEY_BYTES = 32;

const MasterKey = z.string().transform((text, context) => {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  context.addIssue(`not ${KEY_BYTES} bytes in base64`);
  return z.NEVER;
});

export const agentsConfig = z.object({
  MUSTER_MASTER_KEY: MasterKey.describe(
    'Master key, 32 bytes in base64. It wraps the key of each company, which encrypts its secrets.',
  ),
  MUSTER_MASTER_KEY_PREVIOUS: MasterKey.optional().describe(
    'A further master key that is known while the master key is rotated: first the next one, then the former one. Company keys ' +
      'that it wraps are read, and rewrapped with the master key.',
  ),
  MUSTER_HIRES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe(
      'Most agents that the agents of a company may hire in a day, those included that wait for the board.',
    ),
  MUSTER_LOCAL_ROOTS: z
    .string()
    .default('')
    .transform((text) => text.split(':').filter((folder) => folder !== ''))
    .describe(
      'The folders of the runner, separated by colons, below which agents may hire without the word of the board on ' +
        'the folder. Elsewhere an agent hires into folders in which agents of its company work already; another ' +
        'folder waits for an approval.',
    ),
  MUSTER_ALLOWED_VARIABLES: z
    .string()
    .regex(/^[\w,\s]*$/, 'must be names of variables, separated by commas')
    .default('')
    .describe(
      'Names, separated by commas, that an environment in a configuration may set although they ' +
        'choose or configure a program, such as NODE_ENV.',
    ),
});

export type AgentsConfig = z.output<typeof agentsConfig> & BaseConfig;

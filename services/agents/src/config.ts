/** What the agents service reads from the environment beside what every service reads. */
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
  MUSTER_MASTER_KEY: MasterKey
    .describe('Wraps the keys of the companies, which encrypt their secrets; 32 bytes in base64.'),
  MUSTER_MASTER_KEY_PREVIOUS: MasterKey.optional()
    .describe('Another master key that is accepted; what it wraps is wrapped anew at start.'),
});

export type AgentsConfig = z.output<typeof agentsConfig> & BaseConfig;

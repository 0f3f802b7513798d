/**
 * An agent that names the adapter `process` names its program too. Only what a client has sent shows
 * whether it named the adapter: one that is made with a name alone gets its program later.
 */
import { invalidField } from '@muster/contracts';
import type { BodyCheck } from '../upstream/body-check.ts';

export const requireCommand: BodyCheck = ({ adapterType, adapterConfig }) => {
  const { command } = (adapterConfig ?? {}) as { command?: unknown };
  if (adapterType !== 'process' || command) return Promise.resolve();
  throw invalidField(
    ['adapterConfig', 'command'],
    'process starts the program that adapterConfig names, such as ' +
      '{"command":"node","args":["agent.js"]}: GET /llms/agent-configuration/process.txt',
  );
};

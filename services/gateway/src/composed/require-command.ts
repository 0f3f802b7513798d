/**
 * An agent that names the adapter `process` names its program too. Only what a client has sent shows
 * whether it named the adapter: one that is made with a name alone gets its program later.
 */
import { Refusal } from '@muster/contracts';
import type { BodyCheck } from '../upstream/body-check.ts';

export const requireCommand: BodyCheck = ({ adapterType, adapterConfig }) => {
  const { command } = (adapterConfig ?? {}) as { command?: unknown };
  if (adapterType !== 'process' || command) return Promise.resolve();
  throw new Refusal('invalid_input', [
    {
      path: ['adapterConfig', 'command'],
      code: 'custom',
      message:
        'process starts the program that adapterConfig names, such as ' +
        '{"command":"node","args":["agent.js"]}: GET /llms/agent-configuration/process.txt',
    },
  ]);
};

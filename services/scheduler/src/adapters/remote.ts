/** `remote`: the agent runs on its own and fetches its wake-ups. The scheduler starts nothing. */
import { RemoteLimits } from '@muster/contracts';
import type { RemoteAdapter } from './adapter.ts';

export const remoteAdapter: RemoteAdapter = {
  execution: 'remote',
  limits: (config) => ({ ...RemoteLimits.parse(config), graceSec: 0 }),
};

/** `remote`: the agent runs by itself and fetches its wake-ups. Nothing here starts it. */
import { ElsewhereLimits } from '@muster/contracts';
import type { FetchedAdapter } from './elsewhere.ts';

export const remoteAdapter: FetchedAdapter = {
  place: 'fetched',
  limits: (config) => ({ ...ElsewhereLimits.parse(config), graceSec: 0 }),
};

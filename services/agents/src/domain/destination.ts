/** Where the secrets of a configuration go: to the program, with its environment, or to the URL. */
import { changedKeys, decidesWhatRuns } from '@muster/contracts';
import type { OpenObjects } from './secrets.ts';

export const changesDestination = (before: OpenObjects, after: OpenObjects): boolean =>
  before.adapterType !== after.adapterType ||
  changedKeys(before.adapterConfig, after.adapterConfig).some(decidesWhatRuns);

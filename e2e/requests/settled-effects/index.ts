/**
 * An effect for every operation that settles in another service. A new operation is added here: the
 * story of read-your-writes compares this list with the contracts. What an operation settles may
 * depend on what it emits; then there is a case for each, named after a comma. What is found because
 * its readers look again after a miss settles nowhere, and is in the list all the same.
 */
import { ofAgents } from './of-agents.ts';
import { ofApprovals } from './of-approvals.ts';
import { ofWork } from './of-work.ts';
import type { Prepare } from './fixture.ts';

export { effectFixture as groundOf } from './fixture.ts';

export const effects: Readonly<Record<string, Prepare>> = {
  ...ofAgents,
  ...ofApprovals,
  ...ofWork,
};

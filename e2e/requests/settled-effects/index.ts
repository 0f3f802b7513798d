/**
 * One effect for every operation that settles in another service. A new operation is added here: the
 * story of read-your-writes compares this list with the contracts.
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

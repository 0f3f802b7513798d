/**
 * Every operation that settles in another service, done once, and its effect looked at there. A new
 * one is added here: the story holds this list against the contracts.
 */
import { ofAgents } from './of-agents.ts';
import { ofApprovals } from './of-approvals.ts';
import { ofWork } from './of-work.ts';
import type { Prepare } from './ground.ts';

export { groundOf } from './ground.ts';

export const effects: Readonly<Record<string, Prepare>> = {
  ...ofAgents, ...ofApprovals, ...ofWork,
};

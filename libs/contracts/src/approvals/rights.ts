/** What a board user needs for an approval besides the right to ask or to decide. */
import type { Permission } from '../vocabulary.ts';

/** By the type of the approval: the right for what it changes. Other types change nothing. */
export const permissionsOfApprovals: Readonly<Record<string, Permission>> = {
  hire_agent: 'manage_agents',
  change_agent: 'manage_agents',
  budget_override_required: 'manage_budgets',
};

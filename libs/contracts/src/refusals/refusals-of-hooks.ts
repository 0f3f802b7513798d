/** Rules of hooks. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfHooks = {
  too_many_hooks: {
    status: 422,
    title: 'The company has as many hooks as it may',
    hint: 'first delete one: DELETE /api/companies/:companyId/hooks/:hookId',
  },
  hook_delivery_not_failed: {
    status: 409,
    title: 'Only a failed delivery is tried again',
    hint: 'read the delivery: details.status says what it is',
  },
} as const satisfies Record<string, RefusalSpec>;

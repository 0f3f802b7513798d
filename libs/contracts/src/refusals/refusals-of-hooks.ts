/** Rules of hooks and webhooks. */
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
  too_many_webhooks: {
    status: 422,
    title: 'The company has as many webhooks as it may',
    hint: 'DELETE one that is not used, or let one receiver forward what it gets',
  },
  webhook_disabled: {
    status: 422,
    liftedByOthers: true,
    title: 'The webhook is disabled',
    hint: 'POST …/ping to test its receiver, PATCH the webhook to status active, then replay',
  },
  webhook_address_refused: {
    status: 422,
    title: 'Webhooks may not call this address',
    hint: 'use https and a public host, or ask the operator to allow this host',
  },
} as const satisfies Record<string, RefusalSpec>;

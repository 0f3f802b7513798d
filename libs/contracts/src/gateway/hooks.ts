/** Hooks of a company, and what became of what they have taken. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  Hook,
  HOOK_BODY_MAX_BYTES,
  HOOK_DELIVERIES_KEPT_DAYS,
  HookDelivery,
  HookDeliveryStatus,
  hookFields,
  HookForm,
  HOOKS_MAX,
  HookWithSecret,
} from './hook-records.ts';
import { Id, ifVersion, page, PathId } from '../vocabulary.ts';

const SECRET_MAX = 500;
const SECRET_MIN = 16;
const TEXT_MAX = 4_000;
const KEY_MAX = 200;
const VALUES_MAX = 20;

const who = ['board'] as const;
const hookInPath = { companyId: PathId, hookId: PathId };
const deliveryInPath = { ...hookInPath, hookDeliveryId: PathId };
const secret = z.string().min(SECRET_MIN).max(SECRET_MAX).optional();

export const hookRoutes = {
  receiveHook: operation({
    http: 'POST /hooks/:hookId',
    summary:
      'Deliver what has happened outside, signed as the form of the hook says; at most 1 MB of JSON. The ' +
      'answer comes before any work. An unknown hook, a wrong signature and an old time are refused alike.',
    who: ['public'],
    guessable: true,
    status: 202,
    bodyIn: 'body',
    input: z.object({
      hookId: PathId,
      body: z.string().max(HOOK_BODY_MAX_BYTES).default(''),
    }),
    output: z.object({ received: z.literal(true), challenge: z.string().optional() }),
    refusals: ['hook_not_found'],
    emits: ['hook.received'],
  }),
} as const;

export const hookOperations = {
  createHook: operation({
    http: 'POST /api/companies/:companyId/hooks',
    summary:
      'Create an address at which a program outside fires a routine, ends waits by a key, or comments on ' +
      `an issue. The secret is shown only once. A company has ${HOOKS_MAX} at most.`,
    who,
    status: 201,
    location: '/api/companies/:companyId/hooks/:hookId',
    input: z.object({
      companyId: PathId,
      form: HookForm,
      name: hookFields.name,
      effect: hookFields.effect,
      filters: hookFields.filters.default([]),
      enabled: hookFields.enabled.default(true),
      secret,
    }),
    output: HookWithSecret,
    refusals: ['too_many_hooks', 'routine_not_found', 'answer_shown_once'],
    emits: ['hook.created'],
    secretAnswer: 'secret',
  }),
  listHooks: operation({
    http: 'GET /api/companies/:companyId/hooks',
    summary: 'The hooks of a company without their secrets, the newest first.',
    who,
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Hook),
    paged: true,
    refusals: [],
  }),
  getHook: operation({
    http: 'GET /api/companies/:companyId/hooks/:hookId',
    summary: 'One hook, without its secret.',
    who,
    input: z.object(hookInPath),
    output: Hook,
    refusals: ['hook_not_found'],
  }),
  updateHook: operation({
    http: 'PATCH /api/companies/:companyId/hooks/:hookId',
    summary: 'Change a hook: its effects are from then on those of whoever has changed it.',
    who,
    input: z.object({ ...hookInPath, ...z.object(hookFields).partial().shape, ...ifVersion }),
    output: Hook,
    refusals: ['hook_not_found', 'routine_not_found'],
    emits: ['hook.updated'],
  }),
  deleteHook: operation({
    http: 'DELETE /api/companies/:companyId/hooks/:hookId',
    summary: 'Delete a hook and its deliveries: its address takes nothing any more.',
    who,
    input: z.object(hookInPath),
    output: Hook,
    refusals: ['hook_not_found'],
    emits: ['hook.deleted'],
  }),
  rotateHookSecret: operation({
    http: 'POST /api/companies/:companyId/hooks/:hookId/rotate-secret',
    summary: 'Give a hook a new secret, shown only once. The former one is taken for a day.',
    who,
    input: z.object({ ...hookInPath, secret }),
    output: HookWithSecret,
    refusals: ['hook_not_found', 'answer_shown_once'],
    emits: ['hook.secret_rotated'],
    secretAnswer: 'secret',
  }),
  listHookDeliveries: operation({
    http: 'GET /api/companies/:companyId/hooks/:hookId/deliveries',
    summary: `What a hook has taken, the newest first, and what each has done; kept for ${HOOK_DELIVERIES_KEPT_DAYS} days.`,
    who,
    input: z.object({ ...hookInPath, status: HookDeliveryStatus.optional(), ...page }),
    output: z.array(HookDelivery),
    paged: true,
    refusals: ['hook_not_found'],
  }),
  getHookDelivery: operation({
    http: 'GET /api/companies/:companyId/hooks/:hookId/deliveries/:hookDeliveryId',
    summary: 'One delivery, and what it has done.',
    who,
    input: z.object(deliveryInPath),
    output: HookDelivery,
    refusals: ['hook_not_found', 'hook_delivery_not_found'],
  }),
  redeliverHook: operation({
    http: 'POST /api/companies/:companyId/hooks/:hookId/deliveries/:hookDeliveryId/redeliver',
    summary:
      'Try a failed delivery again, with what it has brought and the effect of the hook now.',
    who,
    status: 202,
    input: z.object(deliveryInPath),
    output: HookDelivery,
    refusals: ['hook_not_found', 'hook_delivery_not_found', 'hook_delivery_not_failed'],
    emits: ['hook.delivery_repeated'],
  }),
  takeHookDelivery: operation({
    kind: 'write',
    summary: 'Keep what a verified delivery has brought, once by its key.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      hookId: Id,
      deliveryKey: z.string().max(KEY_MAX),
      bodyHash: z.string().max(64).nullable(),
      brought: z
        .record(z.string().max(64), z.string().max(TEXT_MAX))
        .refine((values) => Object.keys(values).length <= VALUES_MAX),
      ignored: z.string().max(KEY_MAX).nullable(),
    }),
    output: z.object({ isNew: z.boolean() }),
    refusals: ['hook_not_found'],
    emits: ['hook.received'],
  }),
} as const;

const Snapshot = z.object({
  hookId: Id,
  name: z.string(),
  form: HookForm,
  enabled: z.boolean(),
});
const hookEvent = (summary: string) =>
  event({ entity: 'hook', version: 1, summary, payload: Snapshot });
const deliveryEvent = (summary: string) =>
  event({
    entity: 'hook',
    version: 1,
    summary,
    payload: Snapshot.extend({ hookDeliveryId: Id, status: HookDeliveryStatus }),
  });

export const hookEvents = {
  'hook.created': hookEvent('A hook was created.'),
  'hook.updated': hookEvent('A hook was changed.'),
  'hook.deleted': hookEvent('A hook was deleted.'),
  'hook.secret_rotated': hookEvent('A hook was given a new secret.'),
  'hook.received': deliveryEvent('A hook has taken a delivery.'),
  'hook.delivery_repeated': deliveryEvent('A failed delivery of a hook is tried again.'),
} as const;

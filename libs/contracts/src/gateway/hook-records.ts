/** Hooks: addresses at which programs outside tell a company what has happened. */
import { z } from 'zod';
import { VariableName } from '../issues/routine-records.ts';
import { Id, Name, Timestamp, Version } from '../vocabulary.ts';

/** Hooks of a company. */
export const HOOKS_MAX = 100;
/** Longest body of a delivery, in bytes. */
export const HOOK_BODY_MAX_BYTES = 1_048_576;
/** Deliveries of a hook that wait for their effect. */
export const PENDING_DELIVERIES_MAX = 1_000;
/** Days for which a delivery is kept; one that comes again within them has no second effect. */
export const HOOK_DELIVERIES_KEPT_DAYS = 30;
/** How far the clock of a sender may be from this one, where it signs the time. */
export const HOOK_CLOCK_SECONDS = 300;
const POINTER_MAX = 200;
const FILTERS_MAX = 20;
const VARIABLES_MAX = 20;
const VALUE_MAX = 200;

export const HookForm = z.enum(['github', 'gitlab', 'slack', 'stripe', 'hmac']);
export type HookForm = z.output<typeof HookForm>;

/** RFC 6901: a place in the body of a delivery. */
export const JsonPointer = z
  .string()
  .max(POINTER_MAX)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'expected a JSON pointer such as /pull_request/merged');

export const HookEffect = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('routine'),
    routineId: Id,
    variables: z
      .record(VariableName, JsonPointer)
      .refine((variables) => Object.keys(variables).length <= VARIABLES_MAX)
      .default({}),
  }),
  z.object({ kind: z.literal('wait'), key: JsonPointer, text: JsonPointer.optional() }),
  z.object({ kind: z.literal('comment'), issue: JsonPointer, text: JsonPointer }),
]);
export type HookEffect = z.output<typeof HookEffect>;

export const HookFilter = z.object({
  at: JsonPointer,
  equals: z.union([z.string().max(VALUE_MAX), z.number(), z.boolean(), z.null()]),
});
export type HookFilter = z.output<typeof HookFilter>;

/** What a request may say of a hook; its form stays. */
export const hookFields = {
  name: Name,
  effect: HookEffect,
  filters: z.array(HookFilter).max(FILTERS_MAX),
  enabled: z.boolean(),
};

export const Hook = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  form: HookForm,
  path: z.string(),
  effect: HookEffect,
  filters: z.array(HookFilter),
  enabled: z.boolean(),
  previousSecretUntil: Timestamp.nullable(),
  byUserId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Hook = z.output<typeof Hook>;
/** A hook with the secret that its sender signs with. */
export const HookWithSecret = Hook.extend({ secret: z.string() });

export const HookDeliveryStatus = z.enum(['pending', 'done', 'ignored', 'failed']);
export type HookDeliveryStatus = z.output<typeof HookDeliveryStatus>;

export const HookDelivery = z.object({
  id: Id,
  companyId: Id,
  hookId: Id,
  deliveryKey: z.string(),
  status: HookDeliveryStatus,
  reason: z.string().nullable(),
  issueId: Id.nullable(),
  attempts: z.int(),
  receivedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type HookDelivery = z.output<typeof HookDelivery>;

/** Every kind of caller that the tenancy suite tries. */

/** Credentials that are no longer valid, or never were, each of the company that they are tried on. */
export const deadKinds = [
  'nobody',
  'garbage',
  'a revoked key',
  'a pending agent',
  'a terminated agent',
  'an ended run',
  'a superseded run',
] as const;
export type DeadKind = (typeof deadKinds)[number];

/** Callers of another company. */
export const outsiderKinds = [
  'the CEO of another company',
  'a paused agent of another company',
  'an owner of another company',
  'a viewer of another company',
] as const;
export type OutsiderKind = (typeof outsiderKinds)[number];

/** Callers of the company itself who may not do everything in it. */
export const insiderKinds = [
  'an agent without reports',
  'a paused agent',
  'a viewer',
  'an operator without permissions',
] as const;
export type InsiderKind = (typeof insiderKinds)[number];

export interface Credential {
  readonly token: string | undefined;
}

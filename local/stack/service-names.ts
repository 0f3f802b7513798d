/** The services of the local stack, the gateway first. */
export const SERVICES = [
  'gateway',
  'agents',
  'issues',
  'approvals',
  'billing',
  'scheduler',
] as const;
export type ServiceName = (typeof SERVICES)[number];

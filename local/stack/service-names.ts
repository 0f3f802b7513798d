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
/** The runner is a process of the stack, but no service. */
export type ProcessName = ServiceName | 'runner';

/** Which adapter starts which agents here. */
import type { AdapterType } from '@muster/contracts';
import type { Egress } from '@muster/egress';
import type { SchedulerConfig } from '../config.ts';
import { notStarted, type Adapter } from './adapter.ts';
import type { BoundCommand } from '../domain/command-line.ts';
import { boundCommandAdapter } from './bound-command.ts';
import type { CalledAdapter, FetchedAdapter } from './elsewhere.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { httpAdapter } from './http.ts';
import { limitsOf } from './local-config.ts';
import { processAdapter } from './process.ts';
import { remoteAdapter } from './remote.ts';

export type AnyAdapter = Adapter | CalledAdapter | FetchedAdapter;
export type ChooseAdapter = (type: AdapterType) => AnyAdapter;

export function adaptersOf(
  config: SchedulerConfig,
  { supervisor, egress }: { readonly supervisor: Supervisor; readonly egress: Egress },
): ChooseAdapter {
  const roots = config.MUSTER_LOCAL_ROOTS;
  const bound = (
    type: AdapterType,
    variable: string,
    command: BoundCommand | undefined,
  ): Adapter =>
    command
      ? boundCommandAdapter(supervisor, roots, command)
      : unavailable(`The operator has bound no command to ${type} (${variable})`);
  const adapters: Record<AdapterType, AnyAdapter> = {
    process: processAdapter(supervisor, roots),
    alpha_local: bound(
      'alpha_local', 'MUSTER_ALPHA_LOCAL_COMMAND', config.MUSTER_ALPHA_LOCAL_COMMAND,
    ),
    beta_local: bound('beta_local', 'MUSTER_BETA_LOCAL_COMMAND', config.MUSTER_BETA_LOCAL_COMMAND),
    http: httpAdapter(egress),
    remote: remoteAdapter,
  };
  return (type) => adapters[type];
}

/** An agent that nothing here can start fails its runs, and they say why. */
const unavailable = (error: string): Adapter => ({
  limits: limitsOf,
  start: async () => notStarted('adapter_unavailable', error),
});

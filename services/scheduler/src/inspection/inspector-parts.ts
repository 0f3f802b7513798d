/** What an inspection works with. */
import type { Egress } from '@muster/egress';
import type { Runtime } from '@muster/service-kit';
import type { ChooseAdapter } from '../adapters/choose-adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import type { Runners } from '../runners/runners.ts';

export interface InspectorParts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly runners: Runners;
  readonly chooseAdapter: ChooseAdapter;
  readonly egress: Egress;
}

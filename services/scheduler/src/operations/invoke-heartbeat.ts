import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { wakeAgent } from './wake-agent.ts';

/** Another name for `wakeAgent`. */
export const invokeHeartbeat: Handler<typeof scheduler, 'invokeHeartbeat', SchedulerParts> = (
  input,
  context,
) => wakeAgent(input, context);

import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { wakeAgent } from './wake-agent.ts';

/** Another name of the same. */
export const invokeHeartbeat: Handler<typeof scheduler, 'invokeHeartbeat'> = (input, context) =>
  wakeAgent(input, context);

import { conformance } from '@muster/test-kit';
import { prepareQueue } from './open-scheduler.ts';
import { schedulerService } from '../src/service.ts';

conformance(schedulerService, { prepare: prepareQueue });

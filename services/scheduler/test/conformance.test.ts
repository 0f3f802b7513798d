import { conformance } from '@muster/test-kit';
import { schedulerService } from '../src/service.ts';

conformance(schedulerService);

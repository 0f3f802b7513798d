import { conformance } from '@muster/test-kit';
import { schedulerService } from '../src/service.ts';

conformance(schedulerService, {
  unwalled: { run_log: 'pieces of a run, found by its id; the run itself is walled' },
});

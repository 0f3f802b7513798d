import { runService } from '@muster/service-kit';
import { schedulerService } from './service.ts';

await runService(schedulerService);

import { runService } from '@muster/service-kit';
import { schedulerService } from './service.ts';

if (import.meta.main) await runService(schedulerService);

import { runService } from '@muster/service-kit';
import { approvalsService } from './service.ts';

if (import.meta.main) await runService(approvalsService);

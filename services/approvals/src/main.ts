import { runService } from '@muster/service-kit';
import { approvalsService } from './service.ts';

await runService(approvalsService);

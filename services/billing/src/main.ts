import { runService } from '@muster/service-kit';
import { billingService } from './service.ts';

await runService(billingService);

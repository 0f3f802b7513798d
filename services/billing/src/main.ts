import { runService } from '@muster/service-kit';
import { billingService } from './service.ts';

if (import.meta.main) await runService(billingService);

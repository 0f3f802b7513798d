import { runService } from '@muster/service-kit';
import { gatewayService } from './service.ts';

if (import.meta.main) await runService(gatewayService);

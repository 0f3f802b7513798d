import { runService } from '@muster/service-kit';
import { gatewayService } from './service.ts';

await runService(gatewayService);

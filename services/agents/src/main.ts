import { runService } from '@muster/service-kit';
import { agentsService } from './service.ts';

await runService(agentsService);

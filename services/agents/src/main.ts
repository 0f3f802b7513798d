import { runService } from '@muster/service-kit';
import { agentsService } from './service.ts';

if (import.meta.main) await runService(agentsService);

import { runService } from '@muster/service-kit';
import { issuesService } from './service.ts';

if (import.meta.main) await runService(issuesService);

import { runService } from '@muster/service-kit';
import { issuesService } from './service.ts';

await runService(issuesService);

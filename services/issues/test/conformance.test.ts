import { conformance } from '@muster/test-kit';
import { issuesService } from '../src/service.ts';

conformance(issuesService);

import { conformance } from '@muster/test-kit';
import { approvalsService } from '../src/service.ts';

conformance(approvalsService);

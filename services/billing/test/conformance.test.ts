import { conformance } from '@muster/test-kit';
import { billingService } from '../src/service.ts';

conformance(billingService);

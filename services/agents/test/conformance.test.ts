import { conformance } from '@muster/test-kit';
import { agentsService } from '../src/service.ts';

conformance(agentsService);

import { conformance } from '@muster/test-kit';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN } from './open-door.ts';

conformance(gatewayService, { env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN } });

/** What normal callers do while others hold connections of a gateway. */
import type { Response, TestGateway } from './open-gateway.ts';

let turn = 0;
/** Reads and small writes in turn, with a credential. */
export const normalCall = (server: TestGateway): Promise<Response> =>
  (turn += 1) % 2 === 0
    ? server.call('GET /api/session')
    : server.call('POST /api/board-tokens', { body: { name: `token ${turn}` } });

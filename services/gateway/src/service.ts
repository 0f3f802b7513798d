import { gateway } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { gatewayConfig } from './config.ts';
import { startDoor } from './http/start-door.ts';
import { locate } from './operations/locate.ts';
import { createAgentKey } from './operations/create-agent-key.ts';
import { getCaller } from './operations/get-caller.ts';
import { listAgentKeys } from './operations/list-agent-keys.ts';
import { revokeAgentKey } from './operations/revoke-agent-key.ts';
import { keepAgents } from './reactions/keep-agents.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepRuns } from './reactions/keep-runs.ts';
import {
  revokeKeysOfTerminatedAgent,
} from './reactions/revoke-keys-of-terminated-agent.ts';

export const gatewayService = defineService({
  contract: gateway,
  migrations: new URL('../migrations/', import.meta.url),
  operations: { createAgentKey, getCaller, listAgentKeys, revokeAgentKey },
  reactions: { keepAgents, keepCompanies, keepRuns, revokeKeysOfTerminatedAgent },
  locate,
  config: gatewayConfig,
  start: startDoor,
});

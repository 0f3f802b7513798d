/** An agent pays for what it reads as tokens. */
import { measureHeartbeat, sendByFetch } from '@muster/test-kit/heartbeat-bytes';
import { measureMcpHeartbeat } from '@muster/test-kit/mcp-heartbeat-bytes';
import { expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';

const WHOLE_MAX = 6_144;
/** 200 below 4 KB, so that a field more is no failure of this kind. */
const WHOLE_BY_TOOLS_MAX = 3_896;
const IDLE_MAX = 1_024;

const world = useSharedWorld();

it('a whole heartbeat is read in 6 KB by HTTP, and one with nothing new in 1 KB', async () => {
  const { baseUrl, boardToken } = world().stack;
  const { whole, idle } = await measureHeartbeat(sendByFetch(baseUrl), boardToken);
  expect(whole).toBeLessThanOrEqual(WHOLE_MAX);
  expect(idle).toBeLessThanOrEqual(IDLE_MAX);
});

it('a whole heartbeat is read in 4 KB by tools, and one with nothing new in 1 KB', async () => {
  const { baseUrl, boardToken } = world().stack;
  const { whole, idle } = await measureMcpHeartbeat(sendByFetch(baseUrl), boardToken);
  expect(whole).toBeLessThanOrEqual(WHOLE_BY_TOOLS_MAX);
  expect(idle).toBeLessThanOrEqual(IDLE_MAX);
});

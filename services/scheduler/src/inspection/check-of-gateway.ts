/** Whether a run reaches the gateway from where it is started. */
import type { AgentCheck } from '@muster/contracts';
import type { Findings } from '@muster/runner-protocol';
import { failed, passed, unknown, warned } from '../domain/agent-check.ts';

export function checksOfGateway({ health, mcp }: Pick<Findings, 'health' | 'mcp'>): AgentCheck[] {
  return [checkOfHealth(health), ...(mcp ? checkOfMcp(mcp) : [])];
}

const REACH = 'have the operator correct MUSTER_API_URL, or open the way from the runner to it';

function checkOfHealth(health: Findings['health']): AgentCheck {
  if (health === undefined)
    return unknown('gateway')('It was not found out in time', 'check again');
  if (health === null) {
    const hint = "install curl there, or let agents' users run the runner's Node";
    return warned('gateway')('There is nothing on the runner to ask SERVICE_API_URL with', hint);
  }
  if (health === 0)
    return failed('gateway')('Nothing answers at SERVICE_API_URL from there', REACH);
  if (health === 200) return passed('gateway')('SERVICE_API_URL answers from there');
  if (health === 503) {
    const hint = 'GET /api/health names the service';
    return warned('gateway')('SERVICE_API_URL answers that a service is unavailable', hint);
  }
  return failed('gateway')('What answers at SERVICE_API_URL is not the gateway', REACH);
}

/** 404: the gateway of this release has none. What needs a credential or another method is there. */
function checkOfMcp(status: number): AgentCheck[] {
  if (status === 404) return [];
  return status < 500
    ? [passed('mcp')('The MCP server answers from there')]
    : [warned('mcp')('The MCP server is unavailable', 'check again')];
}

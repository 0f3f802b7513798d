/** The checks of an agent, where it would be started. */
import type { Client } from '@muster/client';
import type { Finding } from './finding.ts';

export async function checksOf(muster: Client, agentId: string): Promise<Finding[]> {
  const report = await muster.checkAgent({ agentId });
  if (!('checks' in report)) return [];
  return report.checks.map(({ code, level, message, hint }) => ({
    about: code,
    level,
    message,
    hint,
  }));
}

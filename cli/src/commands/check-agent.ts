/** `muster agent check`: what a run of the agent would find. */
import { findId } from '../calls/find.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { checksOf } from './doctor/checks.ts';
import { showFindings } from './doctor/show-findings.ts';

export async function run({ args: [named = ''], globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  const company = () => companyOf(connection);
  const agentId = await findId(connection.muster, 'agent', named, company);
  const findings = await checksOf(connection.muster, agentId);
  showFindings(findings, globals);
}

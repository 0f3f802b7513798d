/** `muster doctor`: looks at the installation, the company or one agent, and says what to do next. */
import { findId } from '../calls/find.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection, type Connection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { checksOf } from './doctor/checks.ts';
import { lookAtCompany } from './doctor/company.ts';
import type { Finding } from './doctor/finding.ts';
import { lookAtInstallation } from './doctor/installation.ts';
import { showFindings } from './doctor/show-findings.ts';
import { lookAtWakes } from './doctor/wake.ts';

export async function run({ args: [named], globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  showFindings(await findingsOf(connection, named), globals);
}

async function findingsOf(connection: Connection, named: string | undefined): Promise<Finding[]> {
  const { muster } = connection;
  const installation = await lookAtInstallation(connection);
  // Without an answer to these, the others would only repeat them.
  if (installation.some(({ level }) => level === 'fail')) return installation;
  const companyId = await companyOf(connection);
  if (named === undefined) return [...installation, ...(await lookAtCompany(muster, companyId))];
  const agentId = await findId(muster, 'agent', named, async () => companyId);
  const [checks, wake] = [await checksOf(muster, agentId), await lookAtWakes(muster, agentId)];
  return [...installation, ...checks, ...wake];
}

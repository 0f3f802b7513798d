/** What one issue and one run have cost, of the company that the service which keeps them names. */
import { billing, issues, scheduler } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';

export const getIssueCosts =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const read = readAs(rpc, call);
    const { id: issueId, companyId } = await read(issues, 'getIssue', input);
    const costs = await read(billing, 'listCostsOfIssue', { companyId, issueId });
    return { body: JSON.stringify(costs) };
  };

export const getRunCosts =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const read = readAs(rpc, call);
    const { id: runId, companyId } = await read(scheduler, 'getRun', input);
    const costs = await read(billing, 'listCostsOfRun', { companyId, runId });
    return { body: JSON.stringify(costs) };
  };

/** What the interface answers about the money of one company once everything has settled. */
import {
  Agent,
  agents,
  billing,
  Run,
  type Activity,
  type Company,
  type CostEvent,
  type Output,
} from '@muster/contracts';
import type { z } from 'zod';
import { UnexpectedAnswer, type Caller, type Reply } from '../world/http-client.ts';
import { readActivity, readAll } from '../world/read-lists.ts';

const PAGE = 500;

export interface Window {
  readonly from?: string;
  readonly to?: string;
}

const { operations } = billing;
const lists = {
  agent: operations.listCostsByAgent.output.element,
  project: operations.listCostsByProject.output.element,
  issue: operations.listCostsByIssue.output.element,
  model: operations.listCostsByModel.output.element,
  day: operations.listCostsByDay.output.element,
} as const;
export type ListName = keyof typeof lists;
export type Lists = { readonly [N in ListName]: readonly z.output<(typeof lists)[N]>[] };

export interface CostSums {
  readonly window: Window;
  readonly summary: Output<typeof billing, 'getCostSummary'>;
  readonly lists: Lists;
}

export interface Evidence {
  readonly company: Company;
  readonly staff: readonly Agent[];
  readonly costs: readonly CostEvent[];
  readonly activity: readonly Activity[];
  readonly runs: readonly Run[];
}

export async function readEvidence(board: Caller, companyId: string): Promise<Evidence> {
  const of = `/api/companies/${companyId}`;
  return {
    company: await board.call(agents, 'getCompany', { companyId }),
    staff: await readAll(board, `${of}/agents`, Agent),
    costs: await readCosts(board, companyId),
    activity: await readActivity(board, companyId),
    runs: await readAll(board, `${of}/heartbeat-runs`, Run),
  };
}

/** Every cost, line by line. */
export async function readCosts(board: Caller, companyId: string): Promise<CostEvent[]> {
  const pages = await readPages(board, `/api/companies/${companyId}/costs/export`, {});
  return pages.flatMap(({ body }) =>
    String(body)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => operations.exportCosts.output.element.parse(JSON.parse(line))),
  );
}

export async function readCostSums(
  board: Caller,
  companyId: string,
  window: Window,
): Promise<CostSums> {
  const read = async <N extends ListName>(name: N): Promise<Lists[N]> => {
    const pages = await readPages(board, `/api/companies/${companyId}/costs/by-${name}`, window);
    const rows = pages.flatMap(({ body }) => body as unknown[]);
    return rows.map((row) => lists[name].parse(row)) as unknown as Lists[N];
  };
  const summary = await board.call(billing, 'getCostSummary', { companyId, ...window });
  const [agent, project, issue, model, day] = await Promise.all([
    read('agent'),
    read('project'),
    read('issue'),
    read('model'),
    read('day'),
  ]);
  return { window, summary, lists: { agent, project, issue, model, day } };
}

async function readPages(board: Caller, path: string, query: Window): Promise<Reply[]> {
  const pages: Reply[] = [];
  let cursor = '';
  do {
    const named = { ...query, limit: String(PAGE), ...(cursor === '' ? {} : { cursor }) };
    const url = `${path}?${new URLSearchParams(named).toString()}`;
    const reply = await board.get(url);
    if (reply.status !== 200) throw new UnexpectedAnswer({ method: 'GET', path: url }, reply);
    pages.push(reply);
    cursor = reply.headers.get('next-cursor') ?? '';
  } while (cursor !== '');
  return pages;
}

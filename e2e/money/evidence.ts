/** What the interface tells of money in one company, once all is at rest. */
import { Agent, agents, billing, Run } from '@muster/contracts';
import type { Activity, Company, CostEvent, Output } from '@muster/contracts';
import type { z } from 'zod';
import { Unexpected } from '../harness/api.ts';
import type { Caller, Reply } from '../harness/api.ts';
import { readActivity, readAll } from '../harness/log.ts';

const PAGE = 500;

export type Window = { readonly from?: string; readonly to?: string };

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

export type Told = {
  readonly window: Window;
  readonly summary: Output<typeof billing, 'getCostSummary'>;
  readonly lists: Lists;
};

export type Evidence = {
  readonly company: Company;
  readonly staff: readonly Agent[];
  readonly costs: readonly CostEvent[];
  readonly activity: readonly Activity[];
  readonly runs: readonly Run[];
};

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
  return pages.flatMap(({ body }) => String(body).split('\n').filter((line) => line !== '')
    .map((line) => operations.exportCosts.output.element.parse(JSON.parse(line))));
}

export async function readTold(board: Caller, companyId: string, window: Window): Promise<Told> {
  const read = async <N extends ListName>(name: N): Promise<Lists[N]> => {
    const pages = await readPages(board, `/api/companies/${companyId}/costs/by-${name}`, window);
    const rows = pages.flatMap(({ body }) => body as unknown[]);
    return rows.map((row) => lists[name].parse(row)) as unknown as Lists[N];
  };
  const summary = await board.call(billing, 'getCostSummary', { companyId, ...window });
  const [agent, project, issue, model, day] = await Promise.all([
    read('agent'), read('project'), read('issue'), read('model'), read('day'),
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
    if (reply.status !== 200) throw new Unexpected({ method: 'GET', path: url }, reply);
    pages.push(reply);
    cursor = reply.headers.get('next-cursor') ?? '';
  } while (cursor !== '');
  return pages;
}

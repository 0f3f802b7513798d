/** The plan of a statement, as a flat list of its nodes. */
import type { Statement } from '@muster/service-kit';
import type { IssuesStage } from './team.ts';

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Function Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/**
 * Runs the statement with a generic plan, which a prepared statement uses after a few executions.
 */
export async function explainGeneric(
  stage: IssuesStage,
  companyId: string,
  { text, values }: Statement,
  settings = '',
): Promise<Plan[]> {
  const client = await stage.service.runtime.pool.connect();
  try {
    const literals = values.map((value) => literal(client, value)).join(', ');
    await client.query(`set muster.companies = '${companyId}'; ${settings}`);
    await client.query(`set plan_cache_mode = force_generic_plan; prepare asked as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute asked${values.length > 0 ? `(${literals})` : ''}`,
    );
    await client.query('deallocate asked; reset plan_cache_mode; reset muster.companies');
    await client.query('reset enable_seqscan');
    const [{ Plan: root }] = (rows[0] as (typeof rows)[number])['QUERY PLAN'];
    const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
    return flat(root);
  } finally {
    client.release();
  }
}
const literal = (client: { escapeLiteral(text: string): string }, value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
};

/** The indexes that are used, except that of the labels of listed issues. */
export const indexes = (plans: readonly Plan[]): string[] =>
  [...new Set(plans.flatMap((plan) => plan['Index Name'] ?? []))].filter(
    (name) => !name.startsWith('labels_'),
  );

/** Tables that grow and are read whole. */
export const readWhole = (plans: readonly Plan[]): string[] =>
  plans
    .filter((plan) => plan['Node Type'] === 'Seq Scan')
    .map((plan) => plan['Relation Name'] ?? '')
    .filter((table) => ['issues', 'issue_texts', 'issue_labels', 'comments'].includes(table));

/** The most rows that one node reads. */
export const rowsRead = (plans: readonly Plan[]): number =>
  Math.max(...plans.map((plan) => plan['Actual Rows'] * plan['Actual Loops']));

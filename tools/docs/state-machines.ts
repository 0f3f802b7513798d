import type { Machine, Step } from './machines.ts';
import { code, page, table } from './markdown.ts';
import type { Material } from './material.ts';

/** The move tables of the domains, as diagrams and as lists. */
export function renderStateMachines({ machines }: Material): string {
  return page(
    '# State machines',
    intro,
    ...machines.map(section),
  );
}

const intro = `From the tables in \`services/*/src/domain\`. What is not here is refused; guards
that a table cannot say (who, which run, what budget) are in the functions beside it.`;

function section({ service, module, name, steps }: Machine): string {
  const source = `services/${service}/src/domain/${module}.ts`;
  return [
    `## ${service}: ${module}`,
    `${code(name)} in [${source}](../${source}).`,
    diagram(steps),
    table(['from', 'to'], outgoing(steps)),
  ].join('\n\n');
}

function diagram(steps: readonly Step[]): string {
  const label = (by: string): string => (by === '' ? '' : `: ${by}`);
  const arrows = steps.map(({ from, to, by }) => `  ${from} --> ${to}${label(by)}`);
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n');
}

function outgoing(steps: readonly Step[]): string[][] {
  const byState = Map.groupBy(steps, ({ from }) => from);
  return [...byState].map(([from, group]) => [
    code(from),
    group.map(({ to, by }) => (by === '' ? code(to) : `${code(to)} (${by})`)).join(', '),
  ]);
}

import type { Machine, Step, Verdict } from './machines.ts';
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

function section({ service, module, name, steps, verdicts }: Machine): string {
  const source = `services/${service}/src/domain/${module}.ts`;
  const head = [
    `## ${service}: ${module}`,
    `${code(name)} in [${source}](../${source}).`,
  ];
  if (verdicts) return [...head, whoMay, answersOf(verdicts)].join('\n\n');
  return [
    ...head,
    diagram(steps),
    table(['from', 'to'], outgoing(steps)),
  ].join('\n\n');
}

const whoMay = 'Who may: `yes`, or the code of the refusal. What is not here nobody may.';

function answersOf(verdicts: readonly Verdict[]): string {
  const callers = Object.keys(verdicts[0]?.answers ?? {});
  return table(
    ['from', 'to', ...callers],
    verdicts.map(({ from, to, answers }) => [
      code(from), code(to), ...callers.map((caller) => answers[caller] ?? ''),
    ]),
  );
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

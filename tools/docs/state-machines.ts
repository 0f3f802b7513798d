import { basename } from 'node:path';
import type { Machine, Step, Verdict } from './machines.ts';
import { code, page, table } from './markdown.ts';
import type { Sources } from './sources.ts';

/** The move tables of the domains, as diagrams and as lists. */
export function renderStateMachines({ machines }: Sources): string {
  return page('# State machines', intro, ...machines.map(section));
}

const intro = `Rendered from the tables in \`services/*/src/domain\`. A move that is not listed is
refused. Guards on the caller, its run or its budget are functions in the same modules.`;

function section({ service, path, name, steps, verdicts }: Machine): string {
  const head = [
    `## ${service}: ${basename(path, '.ts')}`,
    `${code(name)} in [${path}](../${path}).`,
  ];
  if (verdicts) return [...head, answersIntro, answersOf(verdicts)].join('\n\n');
  return [...head, diagram(steps), table(['from', 'to'], outgoing(steps))].join('\n\n');
}

const answersIntro =
  'The answer to each kind of caller: `yes`, or the code of the refusal. Other moves are refused.';

function answersOf(verdicts: readonly Verdict[]): string {
  const callers = Object.keys(verdicts[0]?.answers ?? {});
  return table(
    ['from', 'to', ...callers],
    verdicts.map(({ from, to, answers }) => [
      code(from),
      code(to),
      ...callers.map((caller) => answers[caller] ?? ''),
    ]),
  );
}

function diagram(steps: readonly Step[]): string {
  const arrows = steps.map(({ from, to, by }) => `  ${from} --> ${to}: ${by}`);
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n');
}

function outgoing(steps: readonly Step[]): string[][] {
  const byState = Map.groupBy(steps, ({ from }) => from);
  return [...byState].map(([from, group]) => [
    code(from),
    group.map(({ to, by }) => `${code(to)} (${by})`).join(', '),
  ]);
}

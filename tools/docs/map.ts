import { type Contract, logOperations, methodOf, pathOf, type Operation } from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { Definition, Material } from './material.ts';

/** Who owns, answers, says and reacts: the system on one page. */
export function renderMap({ contracts, composed, services }: Material): string {
  const log = Object.entries(logOperations).map(([key, { summary }]) => [code(key), summary]);
  return page(
    '# The map',
    intro,
    graph(services),
    ...contracts.map((contract) => section(contract, services)),
    '## Composed by the gateway',
    operationsTable(composed),
    '## Answered by every service',
    table(['operation', 'what it does'], log),
  );
}

const intro = `Arrows are events: from the service that says them to the one that reacts, with what
they are about. The events themselves are in the tables below.`;

function graph(services: readonly Definition[]): string {
  const edges = services.flatMap(({ contract, reactions }) => {
    const heard = Object.values(reactions);
    const byProducer = Map.groupBy(heard, ({ producer }) => producer.name);
    return [...byProducer].toSorted(([a], [b]) => a.localeCompare(b)).map(([producer, group]) => {
      const events = group.flatMap((reaction) => reaction.events);
      const entities = new Set(events.map((event) => event.replace(/\..*/, '')));
      return `  ${producer} -->|${[...entities].toSorted().join(', ')}| ${contract.name}`;
    });
  });
  if (edges.length === 0) return '';
  return ['```mermaid', 'flowchart LR', ...edges, '```'].join('\n');
}

function section(contract: Contract, services: readonly Definition[]): string {
  const own = services.find((service) => service.contract.name === contract.name);
  const events = Object.entries(contract.events).map(([name, { summary }]) => [
    code(name),
    summary,
    listeners(contract, name, services).join(', '),
  ]);
  const reactions = Object.entries(own?.reactions ?? {}).map(([name, { producer, events: on }]) => [
    code(name),
    producer.name,
    codes(on),
  ]);
  return [
    `## ${contract.name}`,
    contract.summary,
    `**Answers**\n\n${operationsTable(contract.operations)}`,
    events.length === 0
      ? ''
      : `**Says**\n\n${table(['event', 'what happened', 'heard by'], events)}`,
    reactions.length === 0
      ? ''
      : `**Reacts**\n\n${table(['reaction', 'to', 'events'], reactions)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function listeners(contract: Contract, name: string, services: readonly Definition[]): string[] {
  const hears = ({ reactions }: Definition): boolean =>
    Object.values(reactions).some(
      ({ producer, events }) => producer.name === contract.name && events.includes(name),
    );
  return services.filter(hears).map((service) => service.contract.name);
}

function operationsTable(operations: Readonly<Record<string, Operation>>): string {
  const rows = Object.entries(operations).map(([key, op]) => [
    code(key),
    op.http === undefined ? '' : code(`${methodOf(op) ?? ''} ${pathOf(op) ?? ''}`),
    op.who.join(', '),
    codes(op.says ?? []),
    Object.keys(op.settles ?? {}).join(', '),
  ]);
  return table(['operation', 'path', 'who', 'says', 'settles in'], rows);
}

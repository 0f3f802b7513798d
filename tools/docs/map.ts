import { type Contract, logOperations, methodOf, pathOf, type Operation } from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { ServiceDefinition, Sources } from './sources.ts';

/** The operations, events and reactions of every service: the system on one page. */
export function renderMap({ contracts, composed, services }: Sources): string {
  const log = Object.entries(logOperations).map(([key, { summary }]) => [code(key), summary]);
  return page(
    '# Map of the services',
    intro,
    graph(services),
    ...contracts.map((contract) => section(contract, services)),
    '## Composed by the gateway',
    operationsTable(composed),
    '## Answered by every service',
    table(['operation', 'summary'], log),
  );
}

const intro = `An arrow leads from a service that emits events to a service that reacts to them; its
label lists the entities of the events. The tables below list operations, events and reactions.`;

function graph(services: readonly ServiceDefinition[]): string {
  const edges = services.flatMap(({ contract, reactions }) => {
    const byProducer = Map.groupBy(Object.values(reactions), ({ producer }) => producer.name);
    return [...byProducer]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([producer, group]) => {
        const events = group.flatMap((reaction) => reaction.events);
        const entities = new Set(events.map((event) => event.replace(/\..*/, '')));
        return `  ${producer} -->|${[...entities].toSorted().join(', ')}| ${contract.name}`;
      });
  });
  if (edges.length === 0) return '';
  return ['```mermaid', 'flowchart LR', ...edges, '```'].join('\n');
}

function section(contract: Contract, services: readonly ServiceDefinition[]): string {
  const own = services.find((service) => service.contract.name === contract.name);
  const events = Object.entries(contract.events).map(([name, { summary }]) => [
    code(name),
    summary,
    consumersOf(contract, name, services).join(', '),
  ]);
  const reactions = Object.entries(own?.reactions ?? {}).map(([name, { producer, events: on }]) => [
    code(name),
    producer.name,
    codes(on),
  ]);
  return [
    `## ${contract.name}`,
    contract.summary,
    `**Operations**\n\n${operationsTable(contract.operations)}`,
    events.length === 0
      ? ''
      : `**Events**\n\n${table(['event', 'meaning', 'reacting services'], events)}`,
    reactions.length === 0
      ? ''
      : `**Reactions**\n\n${table(['reaction', 'producer', 'events'], reactions)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function consumersOf(
  contract: Contract,
  name: string,
  services: readonly ServiceDefinition[],
): string[] {
  const reactsTo = ({ reactions }: ServiceDefinition): boolean =>
    Object.values(reactions).some(
      ({ producer, events }) => producer.name === contract.name && events.includes(name),
    );
  return services.filter(reactsTo).map((service) => service.contract.name);
}

function operationsTable(operations: Readonly<Record<string, Operation>>): string {
  const rows = Object.entries(operations).map(([key, op]) => [
    code(key),
    op.http === undefined ? '' : code(`${methodOf(op) ?? ''} ${pathOf(op) ?? ''}`),
    op.who.join(', '),
    codes(op.emits ?? []),
    settlesIn(op),
  ]);
  return table(['operation', 'path', 'callers', 'emits', 'settles in'], rows);
}

const settlesIn = ({ settles = {} }: Operation): string =>
  Object.entries<object>(settles)
    .map(([key, others]) =>
      key.includes('.') ? `after ${code(key)}: ${Object.keys(others).join(', ')}` : key,
    )
    .join(', ');

/** The current state of a company as a service tells it, page by page. */
import { logOperations, type EventRecord, type StatePosition } from '@muster/contracts';
import { callOperation, type RunningService } from '@muster/service-kit';
import { serviceActor } from './actors.ts';

interface StatePage {
  readonly events: readonly EventRecord[];
  readonly next: StatePosition | null;
}

export async function readStates(
  { runtime: { rpc, name } }: Pick<RunningService, 'runtime'>,
  companyId: string,
): Promise<EventRecord[][]> {
  const pages: EventRecord[][] = [];
  let after: StatePosition | null = null;
  do {
    const input = { companyId, ...(after ? { after } : {}) };
    const page = (await callOperation(rpc, name, 'readState', logOperations.readState, input, {
      actor: serviceActor('gateway'),
    })) as StatePage;
    pages.push([...page.events]);
    after = page.next;
  } while (after !== null);
  return pages;
}

/** What the installation says of itself to the board. */
import { send } from './call.ts';

export interface ExampleAgent {
  readonly adapterType: 'process';
  readonly adapterConfig: Record<string, string | number | boolean | null>;
}

/** An agent that works here without a key of any provider; null where the operator has named none. */
export async function exampleAgent(): Promise<ExampleAgent | null> {
  const response = await send('GET', '/api/instance', undefined);
  const answer = (await response.json()) as {
    board: { exampleAgent?: ExampleAgent | null } | null;
  };
  return answer.board?.exampleAgent ?? null;
}

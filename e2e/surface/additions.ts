/** What Muster has beyond its promises, each with the reason why it is there. */
import { rowsOf } from './rows.ts';

export const additions = rowsOf(`
`);

/** Other addresses of what is promised: found at the door, said once in the documents. */
export const aliases: readonly (readonly [alias: string, of: string])[] = [
  ['GET /api/llms/agent-configuration.txt', 'GET /llms/agent-configuration.txt'],
  ['GET /api/llms/agent-configuration/process.txt', 'GET /llms/agent-configuration/process.txt'],
  ['GET /api/llms/agent-icons.txt', 'GET /llms/agent-icons.txt'],
];

/** What an agent reads before it composes a hire, written from the schemas that will judge it. */
import { AgentIcon } from '@muster/contracts';
import type { Outcome } from '../http/outcome.ts';
import type { ComposedCall } from './composed-calls.ts';

const textOf = (lines: readonly string[]): Outcome => ({
  body: JSON.stringify(`${lines.join('\n')}\n`),
});

export const readAgentIcons: ComposedCall = async () =>
  textOf(AgentIcon.options.map((name) => `- ${name}`));

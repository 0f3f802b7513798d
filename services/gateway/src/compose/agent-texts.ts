/** What an agent reads before it composes a hire. Few processes ever show it: loaded when asked. */
import type { AdapterType } from '@muster/contracts';
import type * as texts from '@muster/contracts/agent-texts';
import type { ComposedCall } from './composed-calls.ts';

type Write = (all: typeof texts, input: Record<string, unknown>) => string;

const showing = (write: Write): ComposedCall =>
  async (input) => {
    const all = await import('@muster/contracts/agent-texts');
    return { body: JSON.stringify(write(all, input)) };
  };

export const readAgentConfigurationText = showing(({ agentConfigurationText }) =>
  agentConfigurationText());

export const readAdapterText = showing(({ adapterText }, { adapterType }) =>
  adapterText(adapterType as AdapterType));

export const readAgentIcons = showing(({ iconsText }) => iconsText());

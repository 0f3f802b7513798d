/** Texts that an agent reads before it hires. Loaded on first use: few processes serve them. */
import type { AdapterType } from '@muster/contracts';
import type * as texts from '@muster/contracts/agent-texts';
import type { ComposedCall } from '../upstream/composed-call.ts';

type Render = (all: typeof texts, input: Record<string, unknown>) => string;

const textOf =
  (render: Render): ComposedCall =>
  async (input) => {
    const all = await import('@muster/contracts/agent-texts');
    return { body: JSON.stringify(render(all, input)) };
  };

export const getAgentConfigurationText = textOf(({ agentConfigurationText }) =>
  agentConfigurationText(),
);

export const getAdapterText = textOf(({ adapterText }, { adapterType }) =>
  adapterText(adapterType as AdapterType),
);

export const getAgentIcons = textOf(({ iconsText }) => iconsText());

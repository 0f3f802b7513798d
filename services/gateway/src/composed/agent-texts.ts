/**
 * Texts that an agent reads: the skill, and what it needs before it hires. Loaded on first use: few
 * processes serve them. Agents read them again and again, so they may be kept, and are asked for by
 * their tag.
 */
import { composed, contracts, type AdapterType, type SkillReference } from '@muster/contracts';
import type * as texts from '@muster/contracts/agent-texts';
import { VERSION } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';

type Render = (all: typeof texts, input: Record<string, unknown>) => string;

const textOf =
  (render: Render): ComposedCall =>
  async (input) => {
    const all = await import('@muster/contracts/agent-texts');
    const headers = { 'cache-control': 'no-cache', 'muster-version': VERSION };
    return { body: JSON.stringify(render(all, input)), headers };
  };

export const getIndexText = textOf(({ indexText }) => indexText());

export const getHeartbeatText = textOf(({ heartbeatText }) => heartbeatText());

export const getPathsText = textOf(({ pathsText }) => pathsText({ contracts, composed }));

export const getAgentConfigurationText = textOf(({ agentConfigurationText }) =>
  agentConfigurationText(),
);

export const getAdapterText = textOf(({ adapterText }, { adapterType }) =>
  adapterText(adapterType as AdapterType),
);

export const getSkillText = textOf(({ skillText }) => skillText());

export const getSkillReference = textOf(({ skillReferenceText }, { text }) =>
  skillReferenceText(text as SkillReference),
);

export const getAgentIcons = textOf(({ iconsText }) => iconsText());

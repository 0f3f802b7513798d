/**
 * Texts that an agent reads: the skill, and what it needs before it hires. Loaded on first use: few
 * processes serve them. Agents read them again and again, so a client that has the present text, by its
 * `ETag`, gets none.
 */
import { createHash } from 'node:crypto';
import { composed, contracts, type AdapterType, type SkillReference } from '@muster/contracts';
import type * as texts from '@muster/contracts/agent-texts';
import { VERSION } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';

type Render = (all: typeof texts, input: Record<string, unknown>) => string;

const NOT_MODIFIED = 304;

const textOf =
  (render: Render): ComposedCall =>
  async (input, { client }) => {
    const all = await import('@muster/contracts/agent-texts');
    const text = render(all, input);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    const headers = { etag, 'cache-control': 'no-cache', 'muster-version': VERSION };
    const isKnown = namedIn(client.headers['if-none-match'], etag);
    return { body: JSON.stringify(text), headers, ...(isKnown ? { status: NOT_MODIFIED } : {}) };
  };

/** Proxies that compress mark the tag as weak. */
const namedIn = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));

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

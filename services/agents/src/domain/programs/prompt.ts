/** Refuses prompt templates with unknown placeholders. */
import {
  invalidField,
  promptVariables,
  rendersPrompt,
  unknownPlaceholders,
  type AgentConfig,
} from '@muster/contracts';

type Prompted = Pick<AgentConfig, 'adapterType' | 'adapterConfig'>;

/** Checks a changed prompt only, so that an old mistake does not prevent other changes. */
export function requireKnownPlaceholders(after: Prompted, before?: Prompted): void {
  const prompt = after.adapterConfig['promptTemplate'];
  const isNew =
    before?.adapterConfig['promptTemplate'] !== prompt || before?.adapterType !== after.adapterType;
  if (!isNew || !rendersPrompt(after.adapterType) || typeof prompt !== 'string') return;
  const unknown = unknownPlaceholders(prompt);
  if (unknown.length === 0) return;
  const named = [...new Set(unknown)].slice(0, NAMED_MAX).map((name) => name.slice(0, NAME_MAX));
  throw invalidField(
    ['adapterConfig', 'promptTemplate'],
    `no placeholder is called ${named.join(', ')}; ` +
      `there are ${Object.keys(promptVariables).join(', ')}`,
  );
}

/** Number and length of the placeholders that a refusal names. */
const NAMED_MAX = 5;
const NAME_MAX = 40;

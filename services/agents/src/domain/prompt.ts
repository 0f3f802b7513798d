/** Whether a prompt asks for what there is: a placeholder that stands for nothing is a mistake. */
import {
  promptVariables, Refusal, rendersPrompt, unknownPlaceholders, type AgentConfig,
} from '@muster/contracts';

type Prompted = Pick<AgentConfig, 'adapterType' | 'adapterConfig'>;

/** What stays as it was is not looked at: nobody is kept from changing something else. */
export function checkPrompt(after: Prompted, before?: Prompted): void {
  const prompt = after.adapterConfig['promptTemplate'];
  const isNew = before?.adapterConfig['promptTemplate'] !== prompt ||
    before?.adapterType !== after.adapterType;
  if (!isNew || !rendersPrompt(after.adapterType) || typeof prompt !== 'string') return;
  const unknown = unknownPlaceholders(prompt);
  if (unknown.length === 0) return;
  const named = [...new Set(unknown)].slice(0, NAMED_MAX).map((name) => name.slice(0, NAME_MAX));
  throw new Refusal('invalid_input', [{
    path: ['adapterConfig', 'promptTemplate'],
    code: 'custom',
    message: `no placeholder is called ${named.join(', ')}; ` +
      `there are ${Object.keys(promptVariables).join(', ')}`,
  }]);
}

/** Mistakes that one answer names, and as much of each. */
const NAMED_MAX = 5;
const NAME_MAX = 40;

/** The addresses of model providers in a configuration: the program of the agent has to obey them. */
import {
  adapters,
  hasProviderKey,
  ignoresAddress,
  invalidField,
  isJsonObject,
  isSame,
  ProviderApi,
  Refusal,
  type AgentConfig,
} from '@muster/contracts';
import type { AllowedVariables } from './variables.ts';

type Configured = Pick<AgentConfig, 'adapterType' | 'adapterConfig'>;

/** What is stored instead of a secret is no text. */
const Schemas = {
  claude_code: adapters.claude_code.config.shape.provider,
  codex: adapters.codex.config.shape.provider,
  opencode: adapters.opencode.config.shape.provider,
  gemini_cli: adapters.gemini_cli.config.shape.provider,
};

/**
 * Refuses a new address that the program ignores: code and key would go to another provider than the
 * board has named. Variables that the operator allows are not looked at.
 */
export function requireObeyedAddresses(
  allowed: AllowedVariables,
  after: Configured,
  before?: Configured,
): void {
  const isOld = (key: string): boolean =>
    before?.adapterType === after.adapterType &&
    isSame(after.adapterConfig[key], before.adapterConfig[key]);
  if (isOld('env') && isOld('provider')) return;
  const fields = ignoredAddresses(allowed, after);
  if (fields.length > 0) throw new Refusal('address_ignored', { fields });
  if (!isOld('provider')) requireValidProvider(after);
}

function ignoredAddresses(
  allowed: AllowedVariables,
  { adapterType, adapterConfig: { env, provider } }: Configured,
): string[] {
  const hasOwnProvider = provider !== undefined && provider !== null;
  if (!hasProviderKey(adapterType)) return hasOwnProvider ? ['adapterConfig.provider'] : [];
  const names = isJsonObject(env) ? Object.keys(env) : [];
  const ignored = names
    .filter((name) => ignoresAddress(adapterType, name, { hasOwnProvider }))
    .filter((name) => !allowed.has(name))
    .map((name) => `adapterConfig.env.${name}`);
  return [...ignored, ...(speaks(adapterType, provider) ? [] : ['adapterConfig.provider.api'])];
}

/** True of what is no wire at all, which is another mistake. */
function speaks(type: keyof typeof Schemas, provider: unknown): boolean {
  const api = isJsonObject(provider) ? provider['api'] : undefined;
  if (!ProviderApi.safeParse(api).success) return true;
  const apis: readonly unknown[] = Schemas[type].unwrap().shape.api.options;
  return apis.includes(api);
}

function requireValidProvider({ adapterType, adapterConfig: { provider } }: Configured): void {
  if (!hasProviderKey(adapterType) || provider === undefined || provider === null) return;
  const shown = isJsonObject(provider) ? withoutSecret(provider) : provider;
  const [issue] = Schemas[adapterType].safeParse(shown).error?.issues ?? [];
  if (issue) {
    throw invalidField(['adapterConfig', 'provider', ...issue.path.map(String)], issue.message);
  }
}

const withoutSecret = ({ auth: _, ...shown }: Readonly<Record<string, unknown>>): object => shown;

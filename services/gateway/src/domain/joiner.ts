/**
 * What an agent from outside may say of itself. Nothing of it may ever decide what is run here, be
 * a secret, or reach for one of the company's: a configuration is merged by key, so what is planted
 * under one adapter type would still be there when somebody changes the type.
 */
import {
  adapterOf, mapSecrets, Refusal, type Input, type gateway, type Joiner,
} from '@muster/contracts';

type Asked = Omit<Input<typeof gateway, 'redeemInvite'>, 'tokenHash'>;
type Config = Asked['adapterConfig'];

/** Longest configuration of a joiner, as JSON: it travels in an event. */
const CONFIG_MAX_CHARS = 8_192;

/** What is asked for, with what was left out decided; refuses what is not a joiner's to say. */
export function joinerOf({ agentName, ...asked }: Asked): Joiner {
  const { adapterType, adapterConfig } = asked;
  const fields = forbiddenKeys(adapterType, adapterConfig).map((key) => `adapterConfig.${key}`);
  if (fields.length > 0) throw new Refusal('not_for_joiners', { fields });
  checkConfig(adapterType, adapterConfig);
  return {
    name: agentName,
    role: asked.role,
    title: asked.title ?? null,
    icon: asked.icon ?? null,
    capabilities: asked.capabilities ?? null,
    adapterType,
    adapterConfig,
  };
}

/** Everything but the harmless keys that the adapter knows. */
function forbiddenKeys(type: Asked['adapterType'], config: Config): string[] {
  const { config: schema, secretKeys, commandKeys } = adapterOf(type);
  const allowed = (key: string): boolean =>
    Object.hasOwn(schema.shape, key) && !secretKeys.includes(key) && !commandKeys.includes(key);
  return Object.entries(config)
    .filter(([key, value]) => !allowed(key) || holdsSecret(key, value))
    .map(([key]) => key);
}

/** A secret as such, or a reference to one that is kept here. */
function holdsSecret(key: string, value: unknown): boolean {
  let held = false;
  mapSecrets({ [key]: value }, ({ text }) => {
    held = true;
    return text;
  });
  return held;
}

function checkConfig(type: Asked['adapterType'], config: Config): void {
  if (JSON.stringify(config).length > CONFIG_MAX_CHARS) {
    throw invalid([], 'too_big', `at most ${CONFIG_MAX_CHARS} characters as JSON`);
  }
  const parsed = adapterOf(type).config.partial().safeParse(config);
  if (parsed.success) return;
  const [{ path, code, message }] = parsed.error.issues as [
    (typeof parsed.error.issues)[number], ...unknown[],
  ];
  throw invalid(path, code, message);
}

const invalid = (path: readonly PropertyKey[], code: string, message: string): Refusal =>
  new Refusal('invalid_input', [{ path: ['adapterConfig', ...path], code, message }]);

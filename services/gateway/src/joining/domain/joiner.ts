/**
 * Validates what an agent from outside requests. Its adapter configuration must contain no command,
 * no secret and no reference to a secret of the company. Configurations are merged by key, so a
 * value planted under one adapter type would survive a later change of the type.
 */
import {
  adapterOf,
  mapSecrets,
  Refusal,
  type Input,
  type gateway,
  type Joiner,
  type JoinRequest,
} from '@muster/contracts';

type JoinInput = Omit<Input<typeof gateway, 'redeemInvite'>, 'tokenHash'>;
type Config = JoinInput['adapterConfig'];

/** Longest configuration as JSON; it travels in an event. */
const CONFIG_MAX_CHARS = 8_192;

/** The requested agent with defaults filled in; refuses fields that a joiner may not set. */
export function validateJoiner({ agentName, ...input }: JoinInput): Joiner {
  const { adapterType, adapterConfig } = input;
  const fields = forbiddenKeys(adapterType, adapterConfig).map((key) => `adapterConfig.${key}`);
  if (fields.length > 0) throw new Refusal('not_for_joiners', { fields });
  requireValidConfig(adapterType, adapterConfig);
  return {
    name: agentName,
    role: input.role,
    title: input.title ?? null,
    icon: input.icon ?? null,
    capabilities: input.capabilities ?? null,
    adapterType,
    adapterConfig,
  };
}

/** All keys except those of the adapter's schema that are neither secrets nor commands. */
function forbiddenKeys(type: JoinInput['adapterType'], config: Config): string[] {
  const { config: schema, secretKeys, commandKeys } = adapterOf(type);
  const allowed = (key: string): boolean =>
    Object.hasOwn(schema.shape, key) && !secretKeys.includes(key) && !commandKeys.includes(key);
  return Object.entries(config)
    .filter(([key, value]) => !allowed(key) || containsSecret(key, value))
    .map(([key]) => key);
}

/** Whether the value contains a secret or a reference to a stored one. */
function containsSecret(key: string, value: unknown): boolean {
  let found = false;
  mapSecrets({ [key]: value }, ({ text }) => {
    found = true;
    return text;
  });
  return found;
}

function requireValidConfig(type: JoinInput['adapterType'], config: Config): void {
  if (JSON.stringify(config).length > CONFIG_MAX_CHARS) {
    throw invalid([], 'too_big', `at most ${CONFIG_MAX_CHARS} characters as JSON`);
  }
  const parsed = adapterOf(type).config.partial().safeParse(config);
  if (parsed.success) return;
  const [{ path, code, message }] = parsed.error.issues as [
    (typeof parsed.error.issues)[number],
    ...unknown[],
  ];
  throw invalid(path, code, message);
}

const invalid = (path: readonly PropertyKey[], code: string, message: string): Refusal =>
  new Refusal('invalid_input', [{ path: ['adapterConfig', ...path], code, message }]);

/** The requested agent of a stored join request. */
export const joinerOfRequest = (row: JoinRequest): Joiner => ({
  name: row.agentName,
  role: row.role,
  title: row.title,
  icon: row.icon,
  capabilities: row.capabilities,
  adapterType: row.adapterType,
  adapterConfig: row.adapterConfig,
});

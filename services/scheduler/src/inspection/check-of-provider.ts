/**
 * What a configuration says about the provider of a coding agent: where it asks, by which key, for which
 * model, and what that costs. Nothing is asked there, which would cost money: `hello` does.
 */
import { cloudIn, type CliAgent } from '@muster/cli-agents';
import { isJsonObject, type AgentCheck, type CliAgentType } from '@muster/contracts';
import { failed, passed, warned } from '../domain/agent-check.ts';
import { environmentOf } from '../domain/environment.ts';
import type { PriceTable } from '../domain/prices/price-table.ts';

export interface Asking {
  readonly type: CliAgentType;
  readonly agent: CliAgent;
  readonly adapterConfig: Readonly<Record<string, unknown>>;
  readonly prices: PriceTable;
}

const CHANGE = 'PATCH /api/agents/:agentId';

export function checksOfProvider(asking: Asking): AgentCheck[] {
  const { adapterConfig } = asking;
  const provider = isJsonObject(adapterConfig['provider']) ? adapterConfig['provider'] : undefined;
  return [
    ...(provider ? checksOfOwn(asking, provider) : checksOfPrograms(asking)),
    ...checksOfModel(asking, provider !== undefined),
  ];
}

function checksOfOwn(asking: Asking, provider: Readonly<Record<string, unknown>>): AgentCheck[] {
  const { baseUrl, api, auth, models } = provider;
  const key =
    typeof auth === 'string'
      ? checkOfForm('adapterConfig.provider.auth', auth)
      : passed('credential')('adapterConfig.provider names no key: its server wants none');
  const model = modelOf(asking);
  const known = Array.isArray(models) ? models.filter((name) => typeof name === 'string') : [];
  const isMissing = model !== undefined && known.length > 0 && !known.includes(model);
  return [
    key,
    passed('credential')(
      `The program asks for models at ${String(baseUrl)}, which speaks ${String(api)}`,
    ),
    ...(isMissing
      ? [
          failed('configuration')(
            `The provider has no model ${model}: adapterConfig.provider.models names ${known.join(', ')}`,
            'set adapterConfig.model to one of them, or add it there',
          ),
        ]
      : []),
  ];
}

function checksOfPrograms({ agent, type, adapterConfig }: Asking): AgentCheck[] {
  const env = environmentOf(adapterConfig);
  const cloud = cloudIn(agent, env);
  if (cloud) return [checkOfCloud(cloud, env)];
  const wantsOf = type === 'opencode' ? wantedByOpencode(adapterConfig['model']) : undefined;
  if (wantsOf === 'unknown') {
    return [
      warned('credential')(
        `Muster knows no provider of the model ${String(adapterConfig['model'])}`,
        'name the address of your own as adapterConfig.provider; a check with hello shows whether the program knows it',
      ),
    ];
  }
  return [checkOfKeys(wantsOf ?? agent.credentials, env)];
}

/** By the word before the slash in its models; any other may be in OpenCode's catalogue. */
const keysOfOpencode: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  opencode: ['OPENCODE_API_KEY'],
};

function wantedByOpencode(model: unknown): readonly string[] | 'unknown' | undefined {
  const provider = typeof model === 'string' ? model.split('/')[0] : undefined;
  if (provider === undefined) return undefined;
  return Object.hasOwn(keysOfOpencode, provider) ? keysOfOpencode[provider] : 'unknown';
}

function checkOfCloud(
  {
    switchedBy,
    credentials,
  }: { readonly switchedBy: string; readonly credentials: readonly string[] },
  env: Readonly<Record<string, unknown>>,
): AgentCheck {
  const found = credentials.filter((name) => isSet(env[name]));
  return found.length > 0
    ? passed('credential')(`adapterConfig.env has ${switchedBy} and ${found.join(', ')}`)
    : warned('credential')(
        `adapterConfig.env has ${switchedBy} and no ${credentials.join(' or ')}`,
        'set one there, unless the machine of the runner has a login of that cloud',
      );
}

function checkOfKeys(
  credentials: readonly string[],
  env: Readonly<Record<string, unknown>>,
): AgentCheck {
  const found = credentials.filter((name) => isSet(env[name]));
  const wanted = credentials.join(' or ');
  if (found.length === 0) {
    return failed('credential')(
      `adapterConfig.env has no key of the model provider: ${wanted}`,
      `set ${wanted} in adapterConfig.env: ${CHANGE}`,
    );
  }
  const checks = found.map((name) => checkOfForm(name, String(env[name])));
  return (
    checks.find(({ level }) => level !== 'ok') ??
    passed('credential')(`adapterConfig.env has ${found.join(', ')}`)
  );
}

const isSet = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** What some keys look like: one of the other kind is refused by the provider. */
const FORMS: Readonly<Record<string, { readonly isOf: RegExp; readonly belongsIn: string }>> = {
  ANTHROPIC_API_KEY: { isOf: /^sk-ant-oat/, belongsIn: 'CLAUDE_CODE_OAUTH_TOKEN' },
  CLAUDE_CODE_OAUTH_TOKEN: { isOf: /^sk-ant-api/, belongsIn: 'ANTHROPIC_API_KEY' },
};

/** Says nothing of the value but what is wrong with it. */
function checkOfForm(name: string, value: string): AgentCheck {
  const again = `set it again: ${CHANGE}`;
  if (/^["'].*["']$/s.test(value)) {
    return failed('credential')(`${name} is in quotation marks`, again);
  }
  if (/\s/.test(value)) return failed('credential')(`${name} has blanks or ends of lines`, again);
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form?.isOf.test(value)) {
    return failed('credential')(
      `${name} has what belongs in ${form.belongsIn}`,
      `set ${form.belongsIn} instead: ${CHANGE}`,
    );
  }
  return passed('credential')(`${name} is set`);
}

/** Its provider's name for it. */
function modelOf({ type, adapterConfig: { model } }: Asking): string | undefined {
  if (typeof model !== 'string') return undefined;
  return type === 'opencode' ? model.slice(model.indexOf('/') + 1) : model;
}

/** Words of Claude Code for the newest model of a size. */
const ALIAS = /^(?:default|best|sonnet|opus|haiku|fable|opusplan)(?:\[1m\])?$/;

/** A program that is told no model chooses among its own. */
function checksOfModel(asking: Asking, isOwnProvider: boolean): AgentCheck[] {
  const model = modelOf(asking);
  if (model === undefined) return [];
  const { type, agent, prices } = asking;
  const isListed = Object.hasOwn(prices.models, model);
  const isKnown = isListed || (type === 'claude_code' && ALIAS.test(model));
  const isPriced =
    isListed || (agent.namesPrices === true && !isOwnProvider && knowsProvider(asking));
  return [
    ...(isKnown || isOwnProvider
      ? []
      : [
          warned('configuration')(
            `Muster does not know the model ${model}`,
            'make sure of its name; a check with hello shows whether the provider has it',
          ),
        ]),
    isPriced
      ? passed('configuration')(
          isListed
            ? `The price of ${model} is on the list`
            : `The program names what ${model} costs`,
        )
      : warned('configuration')(
          `The price of ${model} is not known, so its tokens are charged at an assumed one`,
          'have the operator add it to the list of MUSTER_PRICES_FILE',
        ),
  ];
}

const knowsProvider = ({ type, adapterConfig: { model } }: Asking): boolean =>
  type !== 'opencode' || wantedByOpencode(model) !== 'unknown';

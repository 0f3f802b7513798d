/** A model provider of one's own: a gateway, a cloud, or a server of local models. */
import { z } from 'zod';
import type { AdapterType, CliAgentType } from '../vocabulary.ts';

/** The wires that the programs of coding agents speak. */
export const ProviderApi = z.enum(['anthropic', 'openai_responses', 'openai_chat', 'google']);
export type ProviderApi = z.output<typeof ProviderApi>;

/** Which of them each program speaks; an address of another one would never be asked. */
export const providerApis = {
  claude_code: ['anthropic'],
  codex: ['openai_responses'],
  opencode: ['anthropic', 'openai_responses', 'openai_chat', 'google'],
  gemini_cli: ['google'],
} as const satisfies Record<CliAgentType, readonly [ProviderApi, ...ProviderApi[]]>;

/** The variables with an address of a provider that each program obeys. */
const obeyed: Readonly<Record<CliAgentType, readonly string[]>> = {
  claude_code: [
    'ANTHROPIC_BASE_URL',
    'ANTHROPIC_BEDROCK_BASE_URL',
    'ANTHROPIC_VERTEX_BASE_URL',
    'ANTHROPIC_FOUNDRY_BASE_URL',
  ],
  // It asks the provider of its settings, whatever OPENAI_BASE_URL says.
  codex: [],
  opencode: ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'],
  gemini_cli: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
};

/** Of a provider of models, and not of any other service that the work may be about. */
const ADDRESS =
  /^(?:ANTHROPIC|OPENAI|GOOGLE|GEMINI|AZURE_OPENAI|OPENROUTER|OLLAMA|LITELLM|MISTRAL|CODEX_OSS)(?:_[A-Z]+)*_(?:BASE_URL|API_BASE|ENDPOINT)$/;

/** Whether the program of this adapter would send code and key elsewhere, although the variable names an address. */
export const ignoresAddress = (
  type: CliAgentType,
  variable: string,
  { hasOwnProvider }: { readonly hasOwnProvider: boolean },
): boolean => ADDRESS.test(variable) && (hasOwnProvider || !obeyed[type].includes(variable));

const MODEL_MAX = 200;
/** As a program's argument for a model. */
export const ModelName = z
  .string()
  .max(MODEL_MAX)
  .regex(/^[A-Za-z0-9][\w.:/@[\]-]*$/, 'the name of a model');

const ADDRESS_MAX = 2_000;
/** More than a gateway offers to one agent. */
const MODELS_MAX = 50;

const BaseUrl = z
  .string()
  .max(ADDRESS_MAX)
  .regex(
    /^https?:\/\/[^\s/@?#"'\\]+(?:\/[^\s?#"'\\]*)?$/,
    'an address such as https://models.example.com, without user, query and fragment',
  );

/** The field of an adapter whose program speaks these wires. */
export const ownProvider = <const Apis extends readonly [ProviderApi, ...ProviderApi[]]>(
  apis: Apis,
) =>
  z
    .strictObject({
      baseUrl: BaseUrl.describe(
        'Its address: for anthropic and google the one before /v1 and /v1beta, for openai_responses ' +
          'and openai_chat the one before /responses and /chat/completions.',
      ),
      api: z.enum(apis).describe('What it speaks.'),
      auth: z
        .string()
        .min(1)
        .max(8_192)
        .optional()
        .describe('Its key or token; stored as a secret. A server without one gets the word none.'),
      models: z
        .array(ModelName)
        .min(1)
        .max(MODELS_MAX)
        .optional()
        .describe(
          'The models that it has, as it calls them; the check compares. Claude Code takes the last ' +
            'for small tasks, and the first where no model is set.',
        ),
    })
    .optional()
    .describe(
      'Where the program asks for models instead of at its own provider: a gateway, a cloud or a ' +
        'server of local models. Everything but auth is shown as it is.',
    );

/** As a start has it, with the secret. */
export interface OwnProvider {
  readonly baseUrl: string;
  readonly api: ProviderApi;
  readonly auth?: string | undefined;
  readonly models?: readonly string[] | undefined;
}

export const hasProviderKey = (type: AdapterType): type is CliAgentType =>
  Object.hasOwn(providerApis, type);

/**
 * What an agent reads before it composes a hire. The reader is a language model that sees nothing
 * but the text: every field, value and key comes from the schemas that will judge its request.
 */
import { adapterOf, rendersPrompt } from './adapters.ts';
import { configurationLines } from './configuration-text.ts';
import { elsewhereLines } from './elsewhere-text.ts';
import { exampleLines } from './example-hire.ts';
import { fieldLines } from './field-text.ts';
import { promptVariables, runVariables } from './run-variables.ts';
import { AgentIcon, type AdapterType } from './vocabulary.ts';

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

export const iconsText = (): string => textOf(AgentIcon.options.map((icon) => `- ${icon}`));

export const agentConfigurationText = (): string => textOf(configurationLines());

export function adapterText(type: AdapterType): string {
  const { summary, config, secretKeys, pathKeys, commandKeys } = adapterOf(type);
  const listed = (keys: readonly string[]): string => keys.join(', ') || 'none';
  return textOf([
    `# adapterType ${type}`,
    '',
    summary,
    '',
    '## Keys of adapterConfig',
    '',
    ...fieldLines(config),
    '',
    'Other keys are kept with the configuration and never interpreted.',
    `Secret, masked in every answer: ${listed(secretKeys)}; also whatever is named or shaped like`,
    'one (password, token, apiKey, ...).',
    ...(pathKeys.length > 0 ? pathLines(pathKeys) : []),
    `Never an agent's own to change: ${listed(commandKeys)}.`,
    ...(rendersPrompt(type) ? placeholderLines() : []),
    ...(commandKeys.length > 0 ? outputLines() : []),
    ...elsewhereLines(type),
    '',
    '## Example: POST /api/companies/:companyId/agent-hires',
    '',
    ...exampleLines(type),
    '',
    'All fields of a hire: /llms/agent-configuration.txt. Icons: /llms/agent-icons.txt.',
  ]);
}

const pathLines = (pathKeys: readonly string[]): string[] => [
  `Paths (adapterConfigKey of instructions-path): ${pathKeys.join(', ')}. A relative one is`,
  'resolved against cwd, which has to be absolute then, and may not lead out of it.',
];

const placeholderLines = (): string[] => [
  '',
  '## Placeholders of promptTemplate',
  '',
  ...Object.entries(promptVariables).map(([placeholder, variable]) =>
    `- {{${placeholder}}}: ${runVariables[variable]} (${variable})`),
  'A placeholder without a value becomes empty text. A configuration with another one is refused.',
];

const outputLines = (): string[] => [
  '',
  '## What is read from the output',
  '',
  'Lines that are JSON objects, each by itself:',
  '- {"usage": {"inputTokens", "outputTokens", "cachedInputTokens", "costCents" or "costUsd",',
  '  "provider", "model"}}: what the run has used so far; the last one counts.',
  '- {"sessionId"} or {"session_id"} on standard output: a session to go on with. The next run of',
  '  the agent on the same issue gets it as SERVICE_SESSION_ID, unless the run that was given it',
  '  failed or the configuration of the agent has changed.',
];

/**
 * Texts that an agent reads before it composes a hire. The reader is a language model that sees
 * only the text: every field, value and key comes from the schemas that validate its request.
 */
import { adapterOf, isCliAgent, rendersPrompt } from '../agents/adapters.ts';
import { configurationLines } from './configuration-text.ts';
import { heartbeatTextLines } from './heartbeat-text.ts';
import { indexLines } from './index-text.ts';
import { pathsLines, type PathsSource } from './paths-text.ts';
import { remoteRunLines } from './remote-agent-text.ts';
import { exampleLines } from './example-hire.ts';
import { fieldLines } from './field-text.ts';
import { promptVariables, runVariables } from '../scheduler/run-variables.ts';
import { AgentIcon, type AdapterType } from '../vocabulary.ts';

export { skillFiles, skillFilesFor, skillReferenceText, skillText } from './skill/skill-files.ts';
export type { SkillFile } from './skill/skill-files.ts';

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

export const iconsText = (): string => textOf(AgentIcon.options.map((icon) => `- ${icon}`));

export const indexText = (): string => textOf(indexLines());

export const heartbeatText = (): string => textOf(heartbeatTextLines());

export const pathsText = (source: PathsSource): string => textOf(pathsLines(source));

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
    'Other keys are stored with the configuration and never interpreted.',
    `Secret, masked in every answer: ${listed(secretKeys)}; also any value whose key or form`,
    'suggests a secret (password, token, apiKey, ...).',
    ...(pathKeys.length > 0 ? pathLines(pathKeys) : []),
    `An agent cannot change in its own configuration: ${listed(commandKeys)}.`,
    ...(rendersPrompt(type) ? placeholderLines() : []),
    ...(isCliAgent(type) ? homeLines() : commandKeys.length > 0 ? outputLines() : []),
    ...remoteRunLines(type),
    '',
    '## Example: POST /api/companies/:companyId/agent-hires',
    '',
    ...exampleLines(type),
    '',
    'All fields of a hire: /llms/agent-configuration.txt. Icons: /llms/agent-icons.txt.',
  ]);
}

const pathLines = (pathKeys: readonly string[]): string[] => [
  `Paths (adapterConfigKey of instructions-path): ${pathKeys.join(', ')}. A relative path is`,
  'resolved inside cwd, which must then be absolute.',
];

const placeholderLines = (): string[] => [
  '',
  '## Placeholders of promptTemplate',
  '',
  ...Object.entries(promptVariables).map(
    ([placeholder, variable]) => `- {{${placeholder}}}: ${runVariables[variable]} (${variable})`,
  ),
  'A placeholder without a value becomes empty text. An unknown placeholder is refused. A part in double',
  'brackets, such as [[ The issue is {{taskId}}.]], is left out when a placeholder in it has no value.',
];

const homeLines = (): string[] => [
  '',
  '## What a run finds, and what is read from its output',
  '',
  'The program has a home of its own in the home of the agent. Its settings, the stored',
  'instructions of the agent (PATCH /api/agents/:agentId/instructions) and its skills',
  '(PATCH /api/agents/:agentId/skills) are put back there on every start, and its settings name the',
  'MCP server of Muster; its sessions and its memory stay. The next run of the agent on the same',
  'issue resumes the session of the last one, unless the configuration, the instructions or the',
  'skills have changed.',
  'The program itself reports usage, session, quota and result; a run whose program does not say',
  'that its work has succeeded has failed. The operator decides which program is started and how',
  'far it may go without asking: a tool that would ask a person is refused, and the run gets the',
  'warning tools_refused. A program that stays after its result is ended, and its result decides; tasks that',
  'it has left in the background are stopped then (tasks_stopped). A session that the program does not',
  'know, or hangs on, is dropped, and the run goes on without it (session_dropped). Agents with the same credential or quotaGroup share a quota.',
];

const outputLines = (): string[] => [
  '',
  '## What the scheduler reads from the output',
  '',
  'Each line of standard output that is a JSON object of at most 1 MiB with',
  '"nonce": the value of SERVICE_RUN_NONCE, which is new for each run:',
  '- {"nonce", "usage": {"inputTokens", "outputTokens", "cachedInputTokens", "costCents" or',
  '  "costUsd", "provider", "model"}}: the usage of the run so far; the last such line counts.',
  '- {"nonce", "sessionId"} or {"nonce", "session_id"}: a session to resume. The next run of the',
  '  agent on the same issue gets it as SERVICE_SESSION_ID, unless a run with that session failed',
  '  or the configuration of the agent has changed.',
  '- {"nonce", "notBefore": "<time in ISO 8601>"}: the agent is not started before that time, a',
  '  day at most.',
  'A line without the nonce reports nothing, because it may be a text of others that the program',
  'prints. If it has usage, the run gets the warning usage_ignored. Keep the nonce secret: remove',
  'SERVICE_RUN_NONCE from the environment of the programs that yours starts. For a program that',
  'knows no nonce, the board can set runtimeConfig.believeUnmarkedLines of the agent.',
];

/** An example of the skill, by each way to this API. Tests carry out every one of them. */
export interface SkillExample {
  /** The tool, and its input. */
  readonly tool: readonly [name: string, input: object];
  /** Lines of a shell in which `api` sends a request: see "By curl". */
  readonly curl: readonly string[];
  /** What the last request is answered with, in short, as JSON. */
  readonly answer?: string;
}

export const example = ({ tool: [name, input], curl, answer }: SkillExample): string[] => [
  '```mcp',
  `${name} ${JSON.stringify(input)}`,
  '```',
  '',
  '```sh',
  ...curl,
  '```',
  '',
  ...(answer === undefined ? [] : ['```json', answer, '```', '']),
];

/** A request with a body. */
export const send = (
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  key?: string,
): string[] => [
  `api -X ${method} "$SERVICE_API_URL/api/${path}" \\`,
  ...(key === undefined ? [] : [`  -H "Idempotency-Key: $SERVICE_RUN_ID-${key}" \\`]),
  `  -d ${inShell(JSON.stringify(body))}`,
];

/** Between double quotes where the shell has to fill in a variable. */
const inShell = (json: string): string =>
  json.includes('$') ? `"${json.replaceAll('"', String.raw`\"`)}"` : `'${json}'`;

export const read = (path: string): string[] => [`api "$SERVICE_API_URL/api/${path}"`];

/** Defines `api`, with which every example in a shell sends its request. */
export const apiDefinition: readonly string[] = [
  '```sh define',
  'api() {',
  `  printf 'Authorization: Bearer %s' "$SERVICE_API_KEY" |`,
  `    curl -sS --fail-with-body -H @- -H 'Content-Type: application/json' \\`,
  `      -H 'Prefer: return=minimal' "$@"`,
  '}',
  '```',
];

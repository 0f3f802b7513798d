/** A client of the Model Context Protocol, as agents have it, in each revision that is served. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The present revision, and the one before it, which begins with a handshake. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  /** What was said to the run of the caller. */
  readonly said?: unknown;
}

export interface McpClient {
  readonly client: Client;
  /** Throws for a refusal. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer['body']>;
  try(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface McpOptions {
  readonly revision?: Revision;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openMcp(
  baseUrl: string,
  token: string,
  { revision = revisions[0], headers = {} }: McpOptions = {},
): Promise<McpClient> {
  const mode = revision === revisions[0] ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  });
  await client.connect(transport);
  const attempt: McpClient['try'] = async (name, input = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [block, said, ...more] = content as { type: string; text: string }[];
    if (more.length > 0 || block?.type !== 'text') throw new Error('one text is expected');
    const body = JSON.parse(block.text);
    return { isError, text: block.text, body, ...(said && { said: JSON.parse(said.text) }) };
  };
  return {
    client,
    try: attempt,
    async call(name, input) {
      const { isError, text, body } = await attempt(name, input);
      if (isError) throw new Error(`${name} was refused: ${text}`);
      return body;
    },
    close: () => client.close(),
  };
}

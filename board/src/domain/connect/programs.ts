/**
 * How a program that runs elsewhere uses a key: by the tools for models, or by the API. Each part stands in `docs/mcp.md`
 * too, which a test compares. The key itself is in none of them: settings name the variable that has it.
 */

/** One text to copy, and where it belongs. */
export interface Part {
  readonly where: string;
  readonly text: string;
}

export interface Way {
  readonly id: string;
  readonly word: string;
  readonly parts: readonly Part[];
}

export type KeyOf = 'agent' | 'board';

/** The key is typed, so that no history of a shell has it. */
export const keyVariable: Part = {
  where: 'Put the key into a variable: paste it and press Enter.',
  text: 'read -rs MUSTER_KEY && export MUSTER_KEY',
};

const json = (value: object): string =>
  JSON.stringify(value, null, 2)
    // A short object of headers stays on its line, as people write it.
    .replaceAll(/\{\n\s+("Authorization": "[^"]*")\n\s+\}/g, '{ $1 }');

/** What a program asks first: who it is, or what it may see. */
const FIRST = { agent: '/api/agents/me', board: '/api/companies' } as const;

const claudeCode = (address: string): Way => ({
  id: 'claude-code',
  word: 'Claude Code',
  parts: [
    {
      where: 'In a terminal. Claude Code stores the key.',
      text: `claude mcp add --transport http muster ${address}/mcp --header "Authorization: Bearer $MUSTER_KEY"`,
    },
    {
      where: 'Or in .mcp.json, without the key in it.',
      text: json({
        mcpServers: {
          muster: {
            type: 'http',
            url: `${address}/mcp`,
            headers: { Authorization: 'Bearer ${MUSTER_KEY}' },
          },
        },
      }),
    },
  ],
});

const codex = (address: string): Way => ({
  id: 'codex',
  word: 'Codex',
  parts: [
    {
      where: 'In ~/.codex/config.toml.',
      text: [
        '[mcp_servers.muster]',
        `url = "${address}/mcp"`,
        'bearer_token_env_var = "MUSTER_KEY"',
      ].join('\n'),
    },
  ],
});

const geminiCli = (address: string): Way => ({
  id: 'gemini-cli',
  word: 'Gemini CLI',
  parts: [
    {
      where: 'In ~/.gemini/settings.json.',
      text: json({
        mcpServers: {
          muster: {
            httpUrl: `${address}/mcp`,
            headers: { Authorization: 'Bearer $MUSTER_KEY' },
          },
        },
      }),
    },
  ],
});

const opencode = (address: string): Way => ({
  id: 'opencode',
  word: 'opencode',
  parts: [
    {
      where: 'In opencode.json.',
      text: json({
        mcp: {
          muster: {
            type: 'remote',
            url: `${address}/mcp`,
            headers: { Authorization: 'Bearer {env:MUSTER_KEY}' },
            oauth: false,
          },
        },
      }),
    },
  ],
});

const curl = (address: string, of: KeyOf): Way => ({
  id: 'curl',
  word: 'curl',
  parts: [
    {
      where: 'The key goes into a file, since others can read a program’s arguments.',
      text: [
        `(umask 077 && printf 'Authorization: Bearer %s' "$MUSTER_KEY" > muster.header)`,
        `curl -H @muster.header ${address}${FIRST[of]}`,
      ].join('\n'),
    },
  ],
});

const python = (address: string, of: KeyOf): Way => ({
  id: 'python',
  word: 'Python',
  parts: [
    {
      where: 'Python needs no package for this.',
      text: [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${address}${FIRST[of]}",`,
        `    headers={"Authorization": f"Bearer {os.environ['MUSTER_KEY']}"},`,
        ')',
        'print(json.load(urllib.request.urlopen(request)))',
      ].join('\n'),
    },
  ],
});

/** @param address of the installation, such as `https://muster.example` */
export const waysOf = (address: string, of: KeyOf): readonly Way[] => [
  claudeCode(address),
  codex(address),
  geminiCli(address),
  opencode(address),
  curl(address, of),
  python(address, of),
];

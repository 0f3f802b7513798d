import { describe, expect, it } from 'vitest';
import { recorded, replay, type Recorded } from '../test/replay.ts';
import { claudeCode, codex, geminiCli, opencode, type CliAgent } from './index.ts';
import { troubleOfProvider } from './provider-trouble.ts';

const programs: readonly (readonly [Recorded, CliAgent])[] = [
  ['claude-code', claudeCode],
  ['codex', codex],
  ['opencode', opencode],
  ['gemini-cli', geminiCli],
];

describe.each(programs)('%s', (type, agent) => {
  it.each([
    ['server-error', 'provider_busy'],
    ['bad-gateway', 'provider_busy'],
    ['gateway-timeout', 'provider_busy'],
    ['connection-cut', 'provider_busy'],
    ['no-credit', 'provider_quota'],
  ])('reads %s as %s', (name, code) => {
    expect(replay(agent, recorded(type, name)).ended).toMatchObject({ ok: false, code });
  });

  it('keeps its result where a later one has neither words nor turns', () => {
    const { ended, used, summary } = replay(agent, recorded(type, 'success'));
    expect(replay(agent, recorded(type, 'later-empty-result'))).toMatchObject({
      ended,
      summary,
      used: used ?? {},
    });
  });
});

describe('an answer of a provider', () => {
  it.each([
    'unexpected status 500 Internal Server Error',
    'exceeded retry limit, last status: 503',
    'API Error: 504 Gateway Timeout',
    'API Error (529 {"type":"error"})',
    '{"error":{"code":500,"status":"INTERNAL"}}',
    '{"statusCode": 502}',
    'HTTP/1.1 503',
    '{"type":"error","error":{"type":"api_error","message":"x"}}',
    '{"type":"overloaded_error"}',
    '{"code":"server_error"}',
    '{"isRetryable":true}',
    'connect ECONNREFUSED 10.0.0.1:443',
    'read ETIMEDOUT',
    'getaddrinfo EAI_AGAIN api.example.com',
    'socket hang up',
    'stream disconnected before completion',
    'TypeError: fetch failed',
    'Connection dropped (ECONNRESET)',
    // The libraries of the providers, and gateways before them.
    '504 status code (no body)',
    '529 {"type":"error"}',
    'Repeated 529 Overloaded errors',
    'AI_RetryError: Failed after 3 attempts. Last error: Overloaded',
    'The server had an error while processing your request. Sorry about that!',
    'An error occurred while processing your request. You can retry your request',
    'Internal error encountered.',
    'Deadline expired before operation could complete. DEADLINE_EXCEEDED',
    'ServiceUnavailableException: try later',
    'upstream connect error or disconnect/reset before headers',
    'no healthy upstream',
    'Error 524: A timeout occurred',
    // Cut connections, in the words of Bun, of Node, of Go and of Rust.
    'API Error: The socket connection was closed unexpectedly. For more information, pass `verbose: true`',
    'Unable to connect. Is the computer able to access the url?',
    'Was there a typo in the url or port?',
    'API Error: Unable to connect to API (ConnectionRefused)',
    'The operation timed out.',
    'API Error: terminated',
    'other side closed',
    'ERR_STREAM_PREMATURE_CLOSE',
    'Client network socket disconnected before secure TLS connection was established',
    'The operation was aborted due to timeout',
    'unexpected EOF',
    'context deadline exceeded',
    'net/http: TLS handshake timeout',
    'stream closed before response.completed',
    'dns error: failed to lookup address information',
  ])('is that of a busy one: %s', (text) => {
    expect(troubleOfProvider({ text })).toBe('provider_busy');
  });

  it.each([
    ['last status: 429 Too Many Requests', 'provider_quota'],
    ['API Error: 402 Payment Required', 'provider_quota'],
    ['Your credit balance is too low to access the API', 'provider_quota'],
    ['{"code":"insufficient_quota"}', 'provider_quota'],
    ['unexpected status 401 Unauthorized', 'auth_required'],
    ['429 {"type":"error","error":{"message":"The engine is overloaded"}}', 'provider_quota'],
    ['ThrottlingException: Too many requests', 'provider_quota'],
  ])('has its status before its words: %s', (text, code) => {
    expect(troubleOfProvider({ text })).toBe(code);
  });

  it.each([
    'The file has 500 lines, of which 429 are blank',
    'Port 503 is taken',
    'API Error: 400 messages.500.content: bad',
    '{"isRetryable":false}',
    'Unexpected server error. Check server logs for details.',
    '502 files were read',
    'The tests timed out',
    'The command was terminated',
  ])('is none: %s', (text) => {
    expect(troubleOfProvider({ text })).toBeUndefined();
  });
});

describe('what the model or a tool says of 500', () => {
  const says = 'API Error: 500 overloaded_error, status 503, read ECONNRESET, "isRetryable":true';
  const json = JSON.stringify;
  it('ends no run', () => {
    const claude = [
      json({ type: 'system', subtype: 'init', session_id: 's-1' }),
      json({
        type: 'user',
        session_id: 's-1',
        message: { content: [{ type: 'tool_result', content: says }] },
      }),
      json({
        type: 'assistant',
        session_id: 's-1',
        message: { content: [{ type: 'text', text: says }] },
      }),
    ];
    const result = { type: 'result', session_id: 's-1', subtype: 'success', is_error: false };
    expect(replay(claudeCode, claude)).not.toHaveProperty('ended');
    expect(replay(claudeCode, [...claude, json({ ...result, result: says })]).ended).toEqual({
      ok: true,
    });
    const items = ['agent_message', 'command_execution'].map((type) =>
      json({ type: 'item.completed', item: { type, text: says, aggregated_output: says } }),
    );
    expect(replay(codex, items)).not.toHaveProperty('ended');
    expect(replay(codex, [...items, json({ type: 'turn.completed' })]).ended).toEqual({ ok: true });
    const text = json({ type: 'text', sessionID: 's-1', part: { text: says } });
    expect(replay(opencode, [text])).not.toHaveProperty('ended');
    const message = json({ type: 'message', role: 'assistant', content: says });
    expect(replay(geminiCli, [message])).not.toHaveProperty('ended');
    const good = json({ type: 'result', status: 'success' });
    expect(replay(geminiCli, [message, good]).ended).toEqual({ ok: true });
  });
});

describe('a provider that Codex cannot reach', () => {
  const line = JSON.stringify({
    type: 'error',
    message: 'Reconnecting... waiting for network (Connection failed)',
  });
  const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));

  it('is busy after ten attempts, or fifteen seconds of them', () => {
    expect(replay(codex, Array<string>(9).fill(line)).ended).toBeUndefined();
    expect(replay(codex, Array<string>(10).fill(line)).ended?.code).toBe('provider_busy');
    const read = codex.read();
    expect(read(line, at(0))?.ended).toBeUndefined();
    expect(read(line, at(14))?.ended).toBeUndefined();
    expect(read(line, at(16))?.ended?.code).toBe('provider_busy');
  });

  it('is not once the turn goes on', () => {
    const message = JSON.stringify({
      type: 'item.completed',
      item: { type: 'agent_message', text: 'Done.' },
    });
    const lines = [...Array<string>(12).fill(line), message];
    expect(replay(codex, lines)).not.toHaveProperty('ended');
    expect(replay(codex, [...lines, ...Array<string>(9).fill(line)]).ended).toBeUndefined();
  });
});

describe('Codex that prints nothing for long', () => {
  const json = JSON.stringify;
  const thread = json({ type: 'thread.started', thread_id: 's-1' });
  const turn = json({ type: 'turn.started' });
  const item = (type: string, id: string, kind: string) => json({ type, item: { id, type: kind } });
  const ran = item('item.completed', 'item_1', 'command_execution');

  it.each([
    ['its first answer', [thread, turn]],
    [
      'an answer after a tool',
      [thread, turn, item('item.started', 'item_1', 'command_execution'), ran],
    ],
    [
      'an answer after its words',
      [thread, turn, item('item.completed', 'item_0', 'agent_message')],
    ],
  ])('waits for its provider where it waits for %s', (_, lines) => {
    expect(replay(codex, lines).seen?.asks).toBe(true);
  });

  it.each([
    ['before a turn', [thread]],
    ['while a tool runs', [thread, turn, item('item.started', 'item_1', 'command_execution')]],
    [
      'while another tool runs',
      [
        turn,
        item('item.started', 'item_1', 'command_execution'),
        item('item.started', 'item_2', 'mcp_tool_call'),
        ran,
      ],
    ],
    ['after its turn', [thread, turn, ran, json({ type: 'turn.completed' })]],
  ])('waits for something else %s', (_, lines) => {
    expect(replay(codex, lines).seen?.asks).toBeUndefined();
  });

  it('is known to a reader that goes on', () => {
    const before = replay(codex, [turn, item('item.started', 'item_1', 'command_execution')]);
    const read = codex.read('unknown', before);
    expect(read(ran, new Date())?.seen?.asks).toBe(true);
  });
});

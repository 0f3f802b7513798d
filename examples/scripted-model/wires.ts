/** Answers of models in the forms of the providers' APIs, as events of a stream. */
/** What the model does next: calls a tool, or says something and ends. */
export type Answer =
  | {
      readonly tool: string;
      /** Where a program gives its model tools in groups, as Codex does with those of MCP servers. */
      readonly namespace?: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | { readonly text: string };

export interface Event {
  readonly name?: string;
  readonly data: unknown;
}

export type Wire = (answer: Answer, number: number) => readonly Event[];

const named = (data: { readonly type: string }): Event => ({ name: data.type, data });

/** Every answer has used these. */
export const USED = { input: 100, cacheWrite: 10, cacheRead: 1_000, output: 20 };

const messages: Wire = (answer, number) => {
  const isTool = 'tool' in answer;
  const content = isTool
    ? { type: 'tool_use', id: `toolu_${number}`, name: answer.tool, input: {} }
    : { type: 'text', text: '' };
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
    : { type: 'text_delta', text: answer.text };
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: USED.input,
      cache_creation_input_tokens: USED.cacheWrite,
      cache_read_input_tokens: USED.cacheRead,
      output_tokens: 1,
    },
  };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: content },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: isTool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: USED.output },
    },
    { type: 'message_stop' },
  ].map(named);
};

const responses: Wire = (answer, number) => {
  const id = `resp_${number}`;
  const item =
    'tool' in answer
      ? {
          type: 'function_call',
          id: `fc_${number}`,
          call_id: `call_${number}`,
          name: answer.tool,
          ...(answer.namespace !== undefined && { namespace: answer.namespace }),
          arguments: JSON.stringify(answer.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${number}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer.text, annotations: [] }],
        };
  const usage = {
    input_tokens: USED.input + USED.cacheWrite + USED.cacheRead,
    input_tokens_details: { cached_tokens: USED.cacheRead },
    output_tokens: USED.output,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: USED.input + USED.cacheWrite + USED.cacheRead + USED.output,
  };
  const about = { output_index: 0, item_id: item.id };
  return [
    { type: 'response.created', response: { id, created_at: 1, model: 'a-model' } },
    { type: 'response.output_item.added', output_index: 0, item },
    ...('tool' in answer
      ? []
      : [{ type: 'response.output_text.delta', content_index: 0, delta: answer.text, ...about }]),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, output: [item], usage } },
  ].map(named);
};

/** What most servers of local models and many gateways speak. */
const completions: Wire = (answer, number) => {
  const chunk = {
    id: `c_${number}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'a-model',
  };
  const call = 'tool' in answer && {
    index: 0,
    id: `call_${number}`,
    type: 'function',
    function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
  };
  const delta = 'tool' in answer ? { tool_calls: [call] } : { content: answer.text };
  const usage = {
    prompt_tokens: USED.input + USED.cacheWrite + USED.cacheRead,
    prompt_tokens_details: { cached_tokens: USED.cacheRead },
    completion_tokens: USED.output,
    total_tokens: USED.input + USED.cacheWrite + USED.cacheRead + USED.output,
  };
  const reason = 'tool' in answer ? 'tool_calls' : 'stop';
  return [
    {
      ...chunk,
      choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }],
    },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...chunk, choices: [], usage },
  ].map((data) => ({ data }));
};

const contents: Wire = (answer) => {
  const part =
    'tool' in answer
      ? { functionCall: { name: answer.tool, args: answer.input } }
      : { text: answer.text };
  const reasoning = 5;
  const usageMetadata = {
    promptTokenCount: USED.input + USED.cacheWrite + USED.cacheRead,
    cachedContentTokenCount: USED.cacheRead,
    candidatesTokenCount: USED.output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: USED.input + USED.cacheWrite + USED.cacheRead + USED.output,
  };
  const content = { role: 'model', parts: [part] };
  const candidates = [{ index: 0, content, finishReason: 'STOP' }];
  return [{ data: { candidates, usageMetadata } }];
};

/** Nothing where it is no request for an answer. */
export function wireOf(url: string): Wire | undefined {
  // Vertex has Anthropic's events at an address of its own.
  if (/(?:\/messages|:streamRawPredict)(?:\?|$)/.test(url)) return messages;
  if (/\/chat\/completions(?:\?|$)/.test(url)) return completions;
  if (/:streamGenerateContent(?:\?|$)/.test(url)) return contents;
  return /\/responses(?:\?|$)/.test(url) ? responses : undefined;
}

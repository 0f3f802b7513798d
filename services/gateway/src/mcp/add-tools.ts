/** Answers `tools/list` and `tools/call`. A refusal is an answer of the tool, which the model reads. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import {
  escapedInJson,
  problemOf,
  Refusal,
  type AgentActor,
  type Problem,
  type UserActor,
} from '@muster/contracts';
import { refusalOfFailure, type Logger } from '@muster/service-kit';
import type { CallContext } from '../upstream/composed-call.ts';
import { parseInput } from '../http/hints/describe-field.ts';
import { unknownField } from '../http/hints/misnamed-fields.ts';
import { hintForTools } from './domain/hint-for-tools.ts';
import { describeTool } from './describe-tool.ts';
import { inRightForm } from './domain/right-form.ts';
import { keysOf } from './make-once.ts';
import { messagesOfRun } from './messages-of-run.ts';
import type { Tool } from './tool.ts';

interface Caller {
  readonly log: Logger;
  readonly call: CallContext;
}

export function addTools(server: Server, tools: readonly Tool[], caller: Caller): void {
  const names = new Set(tools.map(({ name }) => name));
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const called = tools.find(({ name }) => name === params.name);
    if (!called) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
    const [answer, said] = await Promise.all([
      answerOf(called, params.arguments ?? {}, names, caller),
      messagesOfRun(caller.call, caller.log),
    ]);
    return said === undefined
      ? answer
      : { ...answer, content: [...answer.content, { type: 'text' as const, text: said }] };
  });
}

async function answerOf(
  called: Tool,
  given: object,
  names: ReadonlySet<string>,
  caller: Caller,
): Promise<ReturnType<typeof textOf> & { isError?: true }> {
  try {
    return textOf(await runTool(called, given, caller));
  } catch (error) {
    return { ...textOf(JSON.stringify(problemIn(error, names, caller))), isError: true };
  }
}

/** Texts of others are in it: what a person would not see is written as escapes, which a model reads as such. */
const textOf = (json: string) => ({
  content: [{ type: 'text' as const, text: escapedInJson(json) }],
});

function runTool(called: Tool, given: object, { call }: Caller): Promise<string> {
  const actor = call.actor as AgentActor | UserActor;
  const input = inputOf(called, given);
  const credentialId = call.client.credential?.id;
  const keyOf = keysOf({ actor, credentialId, tool: called.name, input });
  return called.run(input, { perform: call.perform, actor, keyOf });
}

/** A refusal names the field that may have been meant by each that the tool does not have. */
function inputOf(called: Tool, given: object): Record<string, unknown> {
  try {
    const input = parseInput(called, inRightForm(called.input, given));
    return called.complete?.(input) ?? input;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    const fields = Object.keys(called.input.shape);
    const unknown = Object.keys(given).filter((name) => !fields.includes(name));
    if (unknown.length === 0) throw error;
    const free = fields.filter((name) => !Object.hasOwn(given, name));
    throw new Refusal('invalid_input', [
      ...(error.details as Problems).filter(({ path }) => path.length > 0),
      ...unknown.map((name) => unknownField(name, free)),
    ]);
  }
}

type Problems = readonly { readonly path: readonly unknown[] }[];

function problemIn(error: unknown, tools: ReadonlySet<string>, { log, call }: Caller): Problem {
  const refusal = error instanceof Refusal ? error : refusalOfFailure(error);
  if (refusal) {
    const { hint, ...problem } = problemOf(refusal);
    return hint === undefined ? problem : { ...problem, hint: hintForTools(hint, tools) };
  }
  log.error({ err: error, requestId: call.requestId }, 'tool failed');
  return { error: 'Internal error', code: 'internal_error', retryable: true };
}

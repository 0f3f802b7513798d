import { describe, expect, it } from 'vitest';
import {
  composed,
  contracts,
  pathOf,
  pathParams,
  successesOf,
  type Operation,
} from '../src/index.ts';
import { exampleId, texts } from '../src/openapi/examples/values.ts';
import { requestExamples } from '../src/openapi/examples/requests.ts';
import { openApi } from '../src/openapi/openapi.ts';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    in?: string;
    name?: string;
    required?: boolean;
    example?: unknown;
  }[];
  readonly requestBody?: { content: { 'application/json': { example: object } } };
  readonly responses: Readonly<Record<string, { content: Record<string, { example: unknown }> }>>;
}

const { paths } = openApi({ version: '1', contracts, composed }) as {
  paths: Record<string, Record<string, Described>>;
};
const described = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((route) => [route.operationId, route]),
);
const operations: [string, Operation][] = [
  ...contracts.map(({ operations: all }) => all),
  composed,
].flatMap((all) => Object.entries<Operation>(all).filter(([, op]) => pathOf(op) !== undefined));

describe.each(operations)('the example of %s', (name, operation) => {
  const route = described.get(name);

  it('is a request that the schema accepts', () => {
    const inPath = (route?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map((parameter) => parameter.name)).toEqual(pathParams(operation));
    const needed = (route?.parameters ?? []).filter(
      (parameter) => parameter.in === 'query' && parameter.required,
    );
    const input = {
      ...Object.fromEntries(needed.map(({ name: field, example }) => [field, example])),
      ...Object.fromEntries(inPath.map(({ name: field, example }) => [field, example])),
      ...route?.requestBody?.content['application/json']?.example,
      // Of three filters, one is needed.
      ...(name === 'explainWake' ? { issueId: exampleId('issueId') } : {}),
      ...Object.fromEntries(
        ['claimSecret', 'code']
          .filter((field) => operation.headers?.[field])
          .map((field) => [field, texts['token']]),
      ),
    };
    const { error } = operation.input.safeParse(input);
    expect(error?.message).toBeUndefined();
  });

  it('has an answer that the schema accepts, or is a text', () => {
    if (operation.produces !== undefined) return;
    const [status] = successesOf(operation);
    const { example } = route?.responses[status]?.content['application/json'] ?? {};
    const { error } = operation.output.safeParse(example);
    expect(error?.message).toBeUndefined();
  });
});

it('has a body for every operation that takes one, and for no other', () => {
  const withBody = [...described.values()].filter(({ requestBody }) => requestBody);
  const names = new Set(withBody.map(({ operationId }) => operationId));
  expect(Object.keys(requestExamples).filter((name) => !names.has(name))).toEqual([]);
  const required = withBody.filter(
    ({ operationId }) =>
      requestExamples[operationId] === undefined &&
      ![
        'pauseAgent',
        'resumeAgent',
        'terminateAgent',
        'rollBackConfig',
        'uploadIssueFile',
      ].includes(operationId),
  );
  expect(required.map(({ operationId }) => operationId)).toEqual([
    'resubmitApproval',
    'liftQuotaHold',
  ]);
});

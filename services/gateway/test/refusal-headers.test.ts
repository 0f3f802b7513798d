/** Refusals of requests that are refused whatever they ask for: their headers are those of the OpenAPI document. */
import { contracts } from '@muster/contracts';
import { operationsOf, wrongHeaders, type DescribedOperation } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { openGateway, type Response, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
afterEach(() => server.close());

async function documented(): Promise<readonly DescribedOperation[]> {
  const { body } = await server.call('GET /api/openapi.json', { token: '' });
  return [...operationsOf(body).values()];
}

/** Sends the example of an operation, whose ids are of nothing that exists. */
function sendExample({ method, path, ...operation }: DescribedOperation): Promise<Response> {
  const { parameters = [], requestBody, security } = operation;
  const given = parameters.filter(({ example }) => example !== undefined);
  const filled = given
    .filter((each) => each.in === 'path')
    .reduce((line, { name, example }) => line.replace(`{${name}}`, String(example)), path);
  const query = new URLSearchParams(
    given
      .filter((each) => each.in === 'query' && each.required)
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return server.call(`${method} ${filled}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    ...(security === undefined ? {} : { token: '' }),
    ...(takesBody ? { body: requestBody?.content['application/json']?.example ?? {} } : {}),
  });
}

const isCounted = ({ security }: DescribedOperation): boolean => security === undefined;

/** The first operation of each method that a service has: each waits for its deadline. */
const firstOfEach = (operations: readonly DescribedOperation[]): DescribedOperation[] =>
  contracts
    .filter(({ name }) => name !== 'gateway')
    .flatMap((contract) => {
      const own = operations.filter(({ operationId }) => operationId in contract.operations);
      return [...Map.groupBy(own, ({ method }) => method).values()].flatMap(
        ([first]) => first ?? [],
      );
    });

describe('a refusal', () => {
  it('has the headers that the document has, of every operation to a caller with too many requests', async () => {
    server = await openGateway({ RATE_LIMIT_PER_SECOND: '0.0001', RATE_LIMIT_BURST: '1' });
    await server.call('GET /api/session');
    for (const operation of (await documented()).filter(isCounted)) {
      const reply = await sendExample(operation);
      const found = [reply.status, wrongHeaders(operation, reply)];
      expect([operation.operationId, ...found]).toEqual([operation.operationId, 429, []]);
    }
  });

  it('has the headers that the document has, for a service that is down', async () => {
    server = await openGateway();
    const operations = firstOfEach(await documented());
    expect(new Set(operations.map(({ method }) => method)).size).toBe(5);
    const answers = operations.map(async (operation) => {
      const reply = await sendExample(operation);
      return [operation.operationId, reply.status, wrongHeaders(operation, reply)];
    });
    expect(await Promise.all(answers)).toEqual(
      operations.map(({ operationId }) => [operationId, 503, []]),
    );
  });
});

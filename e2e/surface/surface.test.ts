import { randomUUID } from 'node:crypto';
import { successesOf, type Operation } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../requests/routes.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { additions, aliases } from './additions.ts';
import { promised } from './promised.ts';
import { shapeOf, type Row } from './rows.ts';

const world = useSharedWorld();

/** The part of a route in the OpenAPI document that is checked. */
interface Described {
  readonly security?: readonly unknown[];
  readonly responses: Readonly<Record<string, unknown>>;
}

let described: Map<string, Described>;
beforeAll(async () => {
  const { body } = await world().board.get('/api/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, Described>> };
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, route]) => [shapeOf(`${method.toUpperCase()} ${path}`), route] as const,
      ),
    ),
  );
});

const contracted = new Map(
  routes.map(({ method, path, operation }) => [shapeOf(`${method} ${path}`), operation]),
);
const rows = [...promised, ...additions];
const byLine = (table: readonly Row[]) => table.map((row): [string, Row] => [row.line, row]);

/** Sends the request as the board of the instance, with ids of nothing. */
function send({ line }: Pick<Row, 'line'>): Promise<{ status: number; code: unknown }> {
  const [method = '', path = ''] = line.split(' ');
  const url = path.replaceAll(/:\w+/g, () => randomUUID());
  const { board } = world();
  const reply = {
    GET: () => board.get(url),
    POST: () => board.post(url, {}),
    PUT: () => board.put(url, {}),
    PATCH: () => board.patch(url, {}),
    DELETE: () => board.delete(url),
  }[method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']();
  return reply.then(({ status, body }) => ({ status, code: Object(body).code as unknown }));
}

const whoOf = ({ who }: Operation): string[] => who.filter((each) => each !== 'service').toSorted();
const describedSuccessesOf = ({ responses }: Described): string[] =>
  Object.keys(responses).filter((status) => /^2|^302$/.test(status));

describe.each(byLine(rows))('%s', (line, row) => {
  const operation = contracted.get(shapeOf(line));

  it('is in the contracts, with its callers', () => {
    expect(operation && whoOf(operation)).toEqual(row.who.toSorted());
    expect(operation && successesOf(operation)[0]).toBe(row.status);
  });

  it('is in the OpenAPI document', () => {
    const found = described.get(shapeOf(line));
    expect(found && describedSuccessesOf(found)).toEqual(
      operation && successesOf(operation).map(String),
    );
    expect(found?.security?.length === 0).toBe(row.who.includes('public'));
  });

  it('is served by the gateway', async () => {
    const { status, code } = await send(row);
    expect(code).not.toBe('route_not_found');
    expect(status).toBeLessThan(500);
  });
});

describe('no other route', () => {
  const known = new Set(rows.map(({ line }) => shapeOf(line)));

  it('is in the contracts', () => {
    expect([...contracted.keys()].filter((line) => !known.has(line))).toEqual([]);
  });

  it('is in the OpenAPI document', () => {
    expect([...described.keys()].filter((line) => !known.has(line))).toEqual([]);
  });

  it('is listed twice', () => {
    expect(rows).toHaveLength(known.size);
  });
});

describe('an alias', () => {
  it.each(aliases)('%s answers like %s', async (alias, of) => {
    const [aliased, original] = await Promise.all([alias, of].map((line) => send({ line })));
    expect(aliased).toEqual({ ...original, status: 200 });
  });
});

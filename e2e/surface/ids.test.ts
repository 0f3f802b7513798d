/** Texts as long as an id, which are none: what is in a path is not found, and what is elsewhere is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { exampleOf } from '../requests/inputs/example.ts';
import { idPositions, withValueAt, type IdPosition } from '../requests/inputs/ids.ts';
import { routes, type Route } from '../requests/routes.ts';
import { requestOf, type Caller, type Reply } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { sendBy } from './refused-examples.ts';

/** Of 36 characters each: neither a UUID nor the identifier of an issue. */
const noIds = {
  'a letter in the place of a digit': '01890a5d-ac96-774b-bcce-00000000000g',
  'a character that no name has': '01890a5d-ac96-774b-bcce-00000000000_',
};

const world = useSharedWorld();
let everything: OneOfEverything;
beforeAll(async () => {
  everything = await createOneOfEverything(world(), 'Ids');
});

const callerOf = ({ operation: { who } }: Route): Caller => {
  if (who.includes('public')) return world().api.as();
  return who.includes('board') ? world().board : everything.chief.caller;
};

function sendWith(route: Route, { path }: IdPosition, text: string): Promise<Reply> {
  const input = withValueAt(exampleOf(route, { ...everything.ids }), path, text);
  return sendBy(callerOf(route), requestOf(route.operation, Object(input)));
}

const positions = routes.flatMap((route) =>
  idPositions(route).map((position) => {
    const where = `${position.where} ${position.path.join('.')}`;
    return [`${route.method} ${route.path}: ${where}`, route, position] as const;
  }),
);

interface Problem {
  readonly code: string;
  readonly details?: readonly { readonly path: readonly (string | number)[] }[];
}

/** The fields that a refusal is about, without the places of elements in their lists. */
const fieldsIn = ({ details = [] }: Problem): string[] =>
  details.map(({ path }) => path.filter((part) => !/^\d+$/.test(String(part))).join('.'));

describe.each(Object.entries(noIds))('an id with %s', (_, text) => {
  it.each(positions)('is none in %s', async (_position, route, position) => {
    const { status, body } = await sendWith(route, position, text);
    if (position.where === 'path') {
      expect([status, body]).toEqual([404, expect.objectContaining({ retryable: false })]);
      return;
    }
    expect([status, Object(body).code]).toEqual([400, 'invalid_input']);
    const field = position.path.filter((part) => part !== '*').join('.');
    expect(fieldsIn(body as Problem)).toContain(field);
  });
});

/**
 * The buildings of this repository and their floors, lowest first. A file imports from its own room
 * and from the floors below it, never from above. Rooms of one floor do not import each other.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

export interface Building {
  readonly name: string;
  /** All code below it but tests is on a floor. */
  readonly folder: string;
  /** The rooms of each floor, as regular expressions on paths in the folder. A room may be one file. */
  readonly floors: readonly (readonly string[])[];
}

/** Tests look at everything below the roof: the kit is tested with the test-kit. */
const tests = [String.raw`\.test\.ts$`, '/test/'];

const services = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler'];

const repository: Building = {
  name: 'repository',
  folder: '',
  floors: [
    ['libs/contracts/', 'libs/file-store/', 'libs/private-files/'],
    [
      'libs/cli-agents/',
      'libs/client/',
      'libs/egress/',
      'libs/local-servers/',
      'libs/runner-protocol/',
    ],
    ['libs/service-kit/'],
    ['libs/test-kit/'],
    [...services.map((name) => `services/${name}/`), 'runner/'],
    ['services/setup/', 'board/'],
    ['deploy/'],
    ['local/'],
    ['cli/'],
    ['tools/'],
    ['examples/'],
    ['bench/', 'e2e/'],
    [String.raw`vitest\.config\.ts`],
  ],
};

const contracts: Building = {
  name: 'contracts',
  folder: 'libs/contracts/src/',
  floors: [
    ['refusals/', 'secrets/'],
    [
      String.raw`(vocabulary|hidden-characters|cron|json|cut-text|state-machine|tolerant-reader)\.ts`,
    ],
    [
      String.raw`(define|cron-times|policy|inbox-limits|attention|redaction|review-policy|storage-quota)\.ts`,
    ],
    [String.raw`event-log-operations\.ts`],
    ['scheduler/'],
    [String.raw`approvals/(records|changes-for-board)\.ts`],
    ['agents/', 'billing/', 'issues/'],
    ['approvals/(?!records|changes-for-board)', 'gateway/'],
    ['composed/'],
    [String.raw`(compact-forms|selection)\.ts`],
    [String.raw`service-topology\.ts`],
    [String.raw`index\.ts`],
    ['openapi/', 'texts/'],
  ],
};

const serviceKit: Building = {
  name: 'service-kit',
  folder: 'libs/service-kit/src/',
  floors: [
    ['telemetry/', 'keys/', String.raw`(new-id|version|read-config)\.ts`],
    [String.raw`(config|redis-connection|places)\.ts`],
    ['postgres/', 'nats/'],
    [String.raw`context\.ts`],
    [String.raw`handler\.ts`, 'event-log/', 'redaction/'],
    ['rpc/', 'sweep/'],
    [String.raw`runtime\.ts`, 'reactions/', 'bulk-effects/'],
    ['erasure/'],
    [String.raw`define-service\.ts`],
    ['process/'],
    [String.raw`(index|program)\.ts`],
  ],
};

/**
 * The inside of a service: what all have, and between its store and its operations the rooms that
 * operations, reactions and background work share.
 */
const service = (
  name: string,
  shared: readonly string[] = [],
  background: readonly string[] = ['background/'],
): Building => ({
  name,
  folder: `services/${name}/src/`,
  floors: [
    ['domain/'],
    [String.raw`(config|runner-list|price-list|run-job|metrics|local-signals)\.ts`],
    ['store/'],
    [String.raw`(views|events)\.ts`],
    ...shared.map((room) => [room]),
    ['bulk-effects/'],
    ['operations/', 'reactions/', ...background],
    [String.raw`(start-background|locate|states|copied-things|aged-rows)\.ts`],
    [String.raw`service\.ts`],
    [String.raw`main\.ts`],
  ],
});

/** A folder for each feature. What features share is below them, what puts them together above. */
const gateway: Building = {
  name: 'gateway',
  folder: 'services/gateway/src/',
  floors: [
    [String.raw`(config|local-signals|board-files|board-build)\.ts`],
    ['upstream/', 'rate-limit/', String.raw`identity/sign-in/passwords\.ts`],
    [String.raw`parts\.ts`],
    ['copies/', 'refusals/'],
    ['identity/(?!sign-in/passwords)'],
    ['joining/', 'feed/', 'http/'],
    ['webhooks/', 'inbox/'],
    ['composed/', 'mcp/', 'hooks/', 'packages/'],
    [String.raw`(body-checks|diversions|composed-calls|aged-rows|copied-things|locate)\.ts`],
    [String.raw`start-gateway\.ts`],
    [String.raw`service\.ts`],
    [String.raw`main\.ts`],
  ],
};

/** A program of its own, which only the protocol connects with the rest. */
const runner: Building = {
  name: 'runner',
  folder: 'runner/src/',
  floors: [
    [String.raw`(outcome|lease|stop-time|command|config|metrics)\.ts`],
    ['isolation/', 'supervisor/'],
    ['hands/'],
    ['runs/'],
    [String.raw`(connections|measure|own-programs)\.ts`],
    [String.raw`start-runner\.ts`],
    [String.raw`main\.ts`],
  ],
};

/** A page of the browser: what it may not know of the repository is in the rules. */
const board: Building = {
  name: 'board',
  folder: 'board/src/',
  floors: [
    ['domain/'],
    ['api/', 'look/'],
    ['cache/apply/'],
    ['cache/(?!apply/)'],
    ['ui/'],
    ['pages/'],
    [String.raw`routes\.tsx`],
    [String.raw`main\.tsx`, String.raw`env\.d\.ts`],
  ],
};

export const buildings: readonly Building[] = [
  repository,
  contracts,
  serviceKit,
  gateway,
  runner,
  board,
  service('agents', ['configuration/']),
  service('issues', ['(changes|creation|documents)/']),
  service('approvals', ['decisions/']),
  service('billing', ['(booking|pages)/']),
  service(
    'scheduler',
    ['(adapters|runners)/', '(wakes|runs)/', 'queue/'],
    ['sweep/', 'worker/', 'inspection/'],
  ),
];

/** The building's floors, with patterns on paths from the root of the repository. */
const fromRoot = ({ folder, floors }: Building) =>
  floors.map((rooms) => rooms.map((room) => `^${folder}${room}`));

/** Names of the buildings in which a file of code belongs to no room. */
export const homelessIn = (path: string): string[] =>
  buildings
    .filter(({ folder }) => path.startsWith(folder))
    .filter(
      (building) =>
        !fromRoot(building)
          .flat()
          .some((room) => new RegExp(room).test(path)),
    )
    .map(({ name }) => name);

/** Rooms that no building has any more; services list the same ones, and not each has them all. */
export function emptyRooms(paths: readonly string[]): string[] {
  const listed = buildings.flatMap(({ folder, floors }) =>
    floors
      .flat()
      .flatMap(alternativesOf)
      .map((room) => ({ folder, room })),
  );
  const isThere = ({ folder, room }: (typeof listed)[number]): boolean =>
    paths.some((path) => new RegExp(`^${folder}${room}`).test(path));
  return [...Map.groupBy(listed, ({ room }) => room)]
    .filter(([, rooms]) => !rooms.some(isThere))
    .map(([room]) => room);
}

/** `(a|b)/` is two rooms that may import each other. */
function alternativesOf(room: string): string[] {
  const [, before = '', names, after = ''] = /^(.*?)\(([\w|-]+)\)(.*)$/.exec(room) ?? [];
  return names?.split('|').map((name) => before + name + after) ?? [room];
}

/** A rule for each room: what is above it, or next to it, is out of its reach. */
export function floorRules(building: Building): IForbiddenRuleType[] {
  const floors = fromRoot(building);
  return floors.flatMap((rooms, level) =>
    rooms.flatMap((room): IForbiddenRuleType[] => {
      const outOfReach = [
        ...floors.slice(level + 1).flat(),
        ...rooms.filter((other) => other !== room),
      ];
      if (outOfReach.length === 0) return [];
      return [
        {
          name: `floors of ${building.name}`,
          severity: 'error',
          comment: 'import downwards only; what two rooms need goes to a floor below both',
          from: { path: room, pathNot: tests },
          to: { path: outOfReach },
        },
      ];
    }),
  );
}

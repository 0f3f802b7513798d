/**
 * The buildings of this repository and their floors, lowest first. A file imports from its own room
 * and from the floors below it, never from above. Rooms of one floor do not import each other.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

export interface Building {
  readonly name: string;
  /** The rooms of each floor, as regular expressions on paths. A room may be one file. */
  readonly floors: readonly (readonly string[])[];
}

/** Tests look at everything below the roof: the kit is tested with the test-kit. */
const tests = [String.raw`\.test\.ts$`, '/test/'];

const services = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler'];

const repository: Building = {
  name: 'repository',
  floors: [
    ['^libs/contracts/', '^libs/private-files/'],
    ['^libs/cli-agents/', '^libs/egress/', '^libs/local-servers/', '^libs/runner-protocol/'],
    ['^libs/service-kit/'],
    ['^libs/test-kit/'],
    [...services.map((name) => `^services/${name}/`), '^runner/'],
    ['^services/setup/', '^board/'],
    ['^deploy/'],
    ['^local/'],
    ['^tools/'],
    ['^bench/', '^e2e/', '^examples/'],
  ],
};

const contracts: Building = {
  name: 'contracts',
  floors: [
    ['refusals/', 'secrets/'],
    [String.raw`(vocabulary|cron|json)\.ts`],
    [String.raw`(define|policy|inbox-limits)\.ts`],
    [String.raw`event-log-operations\.ts`],
    ['scheduler/'],
    ['approvals/(?:records|changes-for-board)'],
    ['agents/', 'billing/', 'issues/'],
    ['approvals/(?!records|changes-for-board)', 'gateway/'],
    ['composed/'],
    [String.raw`service-topology\.ts`],
    [String.raw`index\.ts`],
    ['openapi/', 'texts/'],
  ].map((floor) => floor.map((room) => `^libs/contracts/src/${room}`)),
};

const serviceKit: Building = {
  name: 'service-kit',
  floors: [
    ['telemetry/', 'keys/', String.raw`(new-id|version|read-config)\.ts`],
    [String.raw`config\.ts`],
    ['postgres/', 'nats/'],
    [String.raw`context\.ts`],
    [String.raw`handler\.ts`, 'event-log/'],
    ['rpc/'],
    [String.raw`runtime\.ts`, 'reactions/', 'bulk-effects/'],
    [String.raw`define-service\.ts`],
    ['process/'],
    [String.raw`(index|program)\.ts`],
  ].map((floor) => floor.map((room) => `^libs/service-kit/src/${room}`)),
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
  floors: [
    ['domain/'],
    [String.raw`(config|runner-list|metrics|local-signals)\.ts`],
    ['store/'],
    [String.raw`(views|events)\.ts`],
    ...shared.map((room) => [room]),
    ['bulk-effects/'],
    ['operations/', 'reactions/', ...background],
    [String.raw`(start-background|locate)\.ts`],
    [String.raw`service\.ts`],
    [String.raw`main\.ts`],
  ].map((floor) => floor.map((room) => `^services/${name}/src/${room}`)),
});

/** A folder for each feature. What features share is below them, what puts them together above. */
const gateway: Building = {
  name: 'gateway',
  floors: [
    [String.raw`(config|local-signals|board-files)\.ts`],
    ['upstream/', 'rate-limit/', String.raw`identity/sign-in/passwords\.ts`],
    [String.raw`parts\.ts`],
    ['copies/', 'refusals/'],
    ['identity/(?!sign-in/passwords)'],
    ['joining/', 'feed/', 'http/'],
    ['webhooks/', 'inbox/'],
    ['composed/', 'mcp/(?!domain/)'],
    [String.raw`(body-checks|diversions|composed-calls|delete-expired|locate)\.ts`],
    [String.raw`start-gateway\.ts`],
    [String.raw`service\.ts`],
    [String.raw`main\.ts`],
  ].map((floor) => floor.map((room) => `^services/gateway/src/${room}`)),
};

/** A program of its own, which only the protocol connects with the rest. */
const runner: Building = {
  name: 'runner',
  floors: [
    [String.raw`(outcome|lease|stop-time|command|config|metrics)\.ts`],
    ['isolation/', 'supervisor/'],
    ['hands/'],
    ['runs/'],
    [String.raw`(connections|measure)\.ts`],
    [String.raw`start-runner\.ts`],
    [String.raw`main\.ts`],
  ].map((floor) => floor.map((room) => `^runner/src/${room}`)),
};

/** A page of the browser: what it may not know of the repository is in the rules. */
const board: Building = {
  name: 'board',
  floors: [
    ['domain/'],
    ['api/', 'look/'],
    ['cache/apply/'],
    ['cache/(?!apply/)'],
    ['ui/'],
    ['pages/'],
    [String.raw`routes\.tsx`],
    [String.raw`main\.tsx`],
  ].map((floor) => floor.map((room) => `^board/src/${room}`)),
};

export const buildings: readonly Building[] = [
  repository,
  contracts,
  serviceKit,
  gateway,
  runner,
  board,
  service('agents', ['configuration/']),
  service('issues'),
  service('approvals', ['decisions/']),
  service('billing', ['(booking|pages)/']),
  service(
    'scheduler',
    ['(adapters|runners)/', '(wakes|runs)/', 'queue/'],
    ['sweep/', 'worker/', 'inspection/'],
  ),
];

/** A rule for each room: what is above it, or next to it, is out of its reach. */
export function floorRules({ name, floors }: Building): IForbiddenRuleType[] {
  return floors.flatMap((rooms, level) =>
    rooms.flatMap((room): IForbiddenRuleType[] => {
      const outOfReach = [
        ...floors.slice(level + 1).flat(),
        ...rooms.filter((other) => other !== room),
      ];
      if (outOfReach.length === 0) return [];
      return [
        {
          name: `floors of ${name}`,
          severity: 'error',
          comment: 'import downwards only; what two rooms need goes to a floor below both',
          from: { path: room, pathNot: tests },
          to: { path: outOfReach },
        },
      ];
    }),
  );
}

/** Renders the golden files of the release in development from the contracts. */
import type { Contract, EventSpec, Operation } from '@muster/contracts';
import { crossFieldSamples } from './sample-overrides.ts';
import { sampleOf, type Fill } from './sample.ts';
import { shapeOf, type Shape } from './shape.ts';

/** Samples and shapes of the requests and answers of operations, and of the payloads of events. */
export interface Golden {
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly requests: readonly unknown[];
        readonly answer: unknown;
        readonly shapes: {
          readonly request: Shape;
          /** Of an answer that services read; clients get answers as they are. */
          readonly answer?: Shape;
        };
      }
    >
  >;
  readonly events: Readonly<
    Record<
      string,
      {
        readonly version: number;
        readonly payloads: readonly unknown[];
        readonly shape: Shape;
      }
    >
  >;
}

const fills: readonly Fill[] = ['full', 'least'];

export const goldenOf = ({
  operations,
  events,
}: Pick<Contract, 'operations' | 'events'>): Golden => ({
  operations: Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, goldenOperation(name, operation)]),
  ),
  events: Object.fromEntries(
    Object.entries(events).map(([name, spec]) => [name, goldenEvent(spec)]),
  ),
});

const goldenOperation = (name: string, { input, output, http }: Operation) => ({
  requests: fills.map((fill) => ({
    ...(sampleOf(input, fill) as object),
    ...crossFieldSamples[name],
  })),
  answer: sampleOf(output, 'full'),
  shapes: {
    request: shapeOf(input),
    ...(http === undefined ? { answer: shapeOf(output) } : {}),
  },
});

const goldenEvent = ({ version, payload }: EventSpec) => ({
  version,
  payloads: fills.map((fill) => sampleOf(payload, fill)),
  shape: shapeOf(payload),
});

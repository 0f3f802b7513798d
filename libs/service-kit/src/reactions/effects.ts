/**
 * The effects of the events of one transaction, in the events' order. Where a reaction saves several
 * events with one statement, those that follow each other are applied together.
 */
import type { Contract, EventRecord } from '@muster/contracts';
import { traced, type Tracer } from '../telemetry/span.ts';
import { effectSpan } from '../telemetry/span-names.ts';
import type { Effect } from './delivery.ts';
import { causedByEvent, type Context, type Provenance } from '../context.ts';

export interface EffectsOptions {
  readonly contract: Contract;
  readonly tracer?: Tracer | undefined;
  /** Called before the effect of a reaction, with the event, or with the last of several. */
  readonly begun?: (reaction: string, event: EventRecord) => void;
}

export interface Effects {
  /** Applies the effects, or leaves them to those of the next event. */
  apply(event: EventRecord, effects: readonly Effect[]): Promise<void>;
  /** Applies what was left. */
  rest(): Promise<void>;
}

type ContextFor = (by: Provenance) => Context<Contract>;

export function openEffects(options: EffectsOptions, contextFor: ContextFor): Effects {
  const { begun } = options;
  let left: Left | undefined;
  const contextOf = (event: EventRecord) => contextFor(causedByEvent(options.contract, event));
  const rest = async (): Promise<void> => {
    const last = left?.events.at(-1);
    if (!left || !last) return;
    const { reaction, applyAll, events } = left;
    left = undefined;
    begun?.(reaction, last);
    await inEffectSpan(options, last, (received) => applyAll(events, contextOf(received)));
  };
  const keep = async (
    { reaction, applyAll }: Pick<Left, 'reaction' | 'applyAll'>,
    event: EventRecord,
  ): Promise<void> => {
    if (left?.applyAll !== applyAll) await rest();
    left ??= { reaction, applyAll, events: [] };
    left.events.push(event);
  };
  return {
    async apply(event, effects) {
      for (const { reaction, applyAll } of effects) {
        if (applyAll) await keep({ reaction, applyAll }, event);
      }
      const alone = effects.filter(({ applyAll }) => !applyAll);
      if (alone.length === 0) return;
      await rest();
      await inEffectSpan(options, event, async (received) => {
        for (const { reaction, apply } of alone) {
          begun?.(reaction, event);
          await apply(received, contextOf(received));
        }
      });
    },
    rest,
  };
}

/** Events that are to be applied together. */
interface Left {
  readonly reaction: string;
  readonly applyAll: NonNullable<Effect['applyAll']>;
  readonly events: EventRecord[];
}

/** Events and wake-ups that the effects cause continue the trace under the span of the effects. */
function inEffectSpan(
  { tracer }: Pick<EffectsOptions, 'tracer'>,
  event: EventRecord,
  effects: (received: EventRecord) => Promise<void>,
): Promise<void> {
  if (!tracer || !event.traceparent) return effects(event);
  const span = tracer.startSpan(effectSpan(event), event.traceparent);
  return traced(span, () => effects({ ...event, traceparent: span.traceparent }));
}

/** Questions to a runner about what a run of an agent would find; each gets one answer. */
import type { FromRunner, ToRunner } from '@muster/runner-protocol';

export type Question = Omit<Extract<ToRunner, { kind: 'inspect' }>, 'kind'>;
type Inspected = Extract<FromRunner, { kind: 'inspected' }>;
export type InspectionAnswer = Inspected['answer'];

export interface Inspections {
  /** Undefined where the connection ends first. The same question again gets the same answer. */
  ask(question: Question): Promise<InspectionAnswer | undefined>;
  /** Why the runner may not say this; nothing where it may. */
  hear(message: Inspected): string | undefined;
  /** The connection is over. */
  end(): void;
}

interface Asked {
  readonly answer: Promise<InspectionAnswer | undefined>;
  readonly resolve: (answer: InspectionAnswer | undefined) => void;
}

export function openInspections(send: (message: ToRunner) => Promise<void>): Inspections {
  const asked = new Map<string, Asked>();
  let isOver = false;
  return {
    ask(question) {
      const { inspectionId } = question;
      const before = asked.get(inspectionId);
      if (before) return before.answer;
      if (isOver) return Promise.resolve(undefined);
      const { promise: answer, resolve } = Promise.withResolvers<InspectionAnswer | undefined>();
      asked.set(inspectionId, { answer, resolve });
      void send({ kind: 'inspect', ...question });
      return answer;
    },
    hear({ inspectionId, answer }) {
      const question = asked.get(inspectionId);
      asked.delete(inspectionId);
      question?.resolve(answer);
      return question ? undefined : 'an answer to a question that it was not asked';
    },
    end() {
      isOver = true;
      for (const { resolve } of asked.values()) resolve(undefined);
      asked.clear();
    },
  };
}

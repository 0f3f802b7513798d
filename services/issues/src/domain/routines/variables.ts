/** Variables in the texts of a template: `{{date}}`, `{{count}}` and those that the routine declares. */
import {
  cutText,
  Refusal,
  TEMPLATE_MAX_BYTES,
  invalidField,
  type RoutineClock,
  type RoutineTemplate,
  type RoutineVariable,
} from '@muster/contracts';

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const OWN: readonly string[] = ['date', 'count'];
const TITLE_MAX = 500;
const TEXT_MAX = 65_536;

export type Values = Readonly<Record<string, string>>;

interface Declared {
  readonly template: RoutineTemplate;
  readonly variables: readonly RoutineVariable[];
  readonly clock: RoutineClock;
}

const refused = (variable: string, reason: string): Refusal =>
  new Refusal('variable_refused', { variable, reason });

/** Refuses texts that name what nothing declares, and what no moment of a clock could fill in. */
export function requireVariables({ template, variables, clock }: Declared): void {
  const known = new Set(OWN);
  for (const { name, required, default: value } of variables) {
    if (known.has(name)) throw refused(name, 'declared twice');
    known.add(name);
    if (required && value === undefined && clock.kind !== 'none') {
      throw refused(name, 'a clock gives it no value: it needs a default');
    }
  }
  for (const text of textsOf(template)) {
    for (const [, name = ''] of text.matchAll(PLACE)) {
      if (!known.has(name)) throw refused(name, 'the template names it, and nothing declares it');
    }
  }
  if (Buffer.byteLength(JSON.stringify(template)) > TEMPLATE_MAX_BYTES) {
    throw invalidField(['template'], `too large: at most ${TEMPLATE_MAX_BYTES} bytes as JSON`);
  }
}

const textsOf = ({ title, description, children = [] }: RoutineTemplate): string[] =>
  [{ title, description }, ...children].flatMap((each) => [each.title, each.description ?? '']);

/** A value for each variable: what is given, else its default, else nothing. */
export function valuesOf(variables: readonly RoutineVariable[], given: Values): Values {
  const declared = variables.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw refused(unknown, 'the routine does not declare it');
  return Object.fromEntries(
    variables.map(({ name, required, default: value }) => {
      const own = Object.hasOwn(given, name) ? given[name] : value;
      if (own === undefined && required) throw refused(name, 'it is required');
      return [name, own ?? ''];
    }),
  );
}

/** The template with its texts filled in; what becomes too long is cut. */
export function filled(template: RoutineTemplate, values: Values): RoutineTemplate {
  const fill = (text: string, max: number): string =>
    cutText(
      text.replace(PLACE, (place, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? '') : place,
      ),
      max,
    );
  const texts = <T extends Pick<RoutineTemplate, 'title' | 'description'>>(of: T): T => ({
    ...of,
    title: fill(of.title, TITLE_MAX).trim() || of.title.slice(0, TITLE_MAX),
    ...(of.description ? { description: fill(of.description, TEXT_MAX) } : {}),
  });
  const { children } = template;
  return {
    ...texts(template),
    ...(children ? { children: children.map((each) => texts(each)) } : {}),
  };
}

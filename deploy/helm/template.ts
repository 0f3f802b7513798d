/**
 * Manifests as templates of a chart: YAML with places that are filled from the values. A hole stands for
 * a scalar or a nested value, a block for lines that are there under a condition.
 */
import { stringify } from 'yaml';

const HOLE = Symbol('hole');
const BLOCK = Symbol('block');

interface Hole {
  readonly [HOLE]: string;
}
interface Block {
  readonly [BLOCK]: { readonly when: string; readonly content: object };
}

/** A template in the place of a value: `hole('{{ .Values.image.tag }}')`. */
export const hole = (template: string): Hole => ({ [HOLE]: template });

/** Items of a list, or entries of a map under any key, that are there if the condition holds. */
export const block = (when: string, content: object): Block => ({ [BLOCK]: { when, content } });

/** A nested value that an operator gives as YAML; `indent` is that of its lines. */
export const yamlOf = (value: string, indent: number): Hole =>
  hole(`{{- toYaml ${value} | nindent ${indent} }}`);

/** The template of a document, or of a part of one. */
export function templateOf(content: object): string {
  const texts: string[] = [];
  const placeholder = (text: string): string => `PLACE_${texts.push(text) - 1}_`;
  const marked = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    if (HOLE in value) return placeholder((value as Hole)[HOLE]);
    if (Array.isArray(value)) {
      return value.map((item: unknown) =>
        isBlock(item) ? placeholder(conditional(item)) : marked(item),
      );
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        isBlock(inner) ? [placeholder(conditional(inner)), 0] : [key, marked(inner)],
      ),
    );
  };
  const text = stringify(marked(content), {
    aliasDuplicateObjects: false,
    lineWidth: 0,
    compat: 'yaml-1.1',
  });
  return escaped(text)
    .replaceAll(
      /^( *)(?:- PLACE_(\d+)_|PLACE_(\d+)_: 0)$/gm,
      (line, spaces: string, item, entry) => {
        const lines = texts[Number(item ?? entry)] ?? '';
        if (!lines.includes('\n')) return line;
        return lines
          .split('\n')
          .map((each) => (each === '' ? '' : spaces + each))
          .join('\n');
      },
    )
    .replaceAll(/( ?)PLACE_(\d+)_/g, (_, space: string, at: string) => {
      const filled = texts[Number(at)] ?? '';
      return filled.startsWith('{{-') ? filled : space + filled;
    });
}

const isBlock = (value: unknown): value is Block =>
  value !== null && typeof value === 'object' && BLOCK in value;

const conditional = (item: Block): string => {
  const { when, content } = item[BLOCK];
  const inside = HOLE in content ? `${(content as Hole)[HOLE]}\n` : templateOf(content);
  return `{{- if ${when} }}\n${inside}{{- end }}`;
};

/** Braces of our own texts, such as annotations of alerts, are not for Helm. */
const escaped = (text: string): string => text.replaceAll(/\{\{|\}\}/g, '{{ "$&" }}');

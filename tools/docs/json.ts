const lineCharsMax = 100;

/** JSON for readers: a value that fits on one line is written on one line. */
export function readableJson(value: unknown, indent = ''): string {
  const flat = flatJson(value);
  if (indent.length + flat.length <= lineCharsMax || !isContainer(value)) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + readableJson(item, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  const lines = entries.map(
    ([key, child]) => `${inner}${JSON.stringify(key)}: ${readableJson(child, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function flatJson(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  if (entries.length === 0) return '{}';
  const fields = entries.map(([key, child]) => `${JSON.stringify(key)}: ${flatJson(child)}`);
  return `{ ${fields.join(', ')} }`;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

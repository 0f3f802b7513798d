/** A tool as `tools/list` shows it, in few bytes: a client puts the list into every context. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from './tool.ts';

const described = new WeakMap<Tool, ListedTool>();

export function describeTool(tool: Tool): ListedTool {
  const known = described.get(tool);
  if (known) return known;
  const { name, description, input, hints } = tool;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const made: ListedTool = {
    name,
    description,
    inputSchema: lean(schema) as ListedTool['inputSchema'],
    annotations: { ...hints, openWorldHint: false },
  };
  described.set(tool, made);
  return made;
}

/** What says nothing to a model: the dialect, patterns of ids, the range of safe integers. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'propertyNames',
  'additionalProperties',
]);

function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      LEFT_OUT.has(key) ? [] : [[key, lean(value)]],
    ),
  );
}

/**
 * Descriptions of fields and records. A field has the same meaning wherever it has the same name, so
 * each is described once, by its name; `owner.field` is for a meaning that is special to a record, an
 * operation or the field around it. A description that a schema has itself comes before these.
 */
import { agentFields } from './agents.ts';
import { boardFields } from './board.ts';
import { commonFields } from './common.ts';
import type { Descriptions } from './description-table.ts';
import { hookFields } from './hooks.ts';
import { packageFields } from './packages.ts';
import { peopleFields } from './people.ts';
import { recordDescriptions } from './records.ts';
import { runFields } from './runs.ts';
import { isRecord, type Json } from '../schemas.ts';
import { routineFields } from './routines.ts';
import { workFields } from './work.ts';

const fields: Descriptions = {
  ...commonFields,
  ...peopleFields,
  ...agentFields,
  ...workFields,
  ...routineFields,
  ...hookFields,
  ...packageFields,
  ...runFields,
  ...boardFields,
};

/** All of them, for the test that finds descriptions of what is gone. */
export const allDescriptions: Descriptions = { ...fields, ...recordDescriptions };

/** `owners`: the record or operation, and the field around this one. */
export function descriptionOf(field: string, owners: readonly string[]): string | undefined {
  const special = owners.toReversed().map((owner) => fields[`${owner}.${field}`]);
  return special.find((text) => text !== undefined) ?? fields[field];
}

/** A component with its own description and those of its fields. */
export function describeRecord(name: string, schema: Json): Json {
  const described = describeFields(schema, [name]);
  const description = schema['description'] ?? recordDescriptions[name];
  return isRecord(described) && description !== undefined
    ? { ...described, description }
    : (described as Json);
}

/** The schema with a description of each field at any depth that has none. */
export function describeFields(schema: unknown, owners: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((each) => describeFields(each, owners));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? describeProperties(value, owners)
        : describeFields(value, owners),
    ]),
  );
}

/** A field that is a reference is described by the record that it refers to. */
function describeProperties(properties: Json, owners: readonly string[]): Json {
  const [root = ''] = owners;
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const described = describeFields(schema, [root, field]);
      if (!isRecord(described) || '$ref' in described || 'description' in described) {
        return [field, described];
      }
      const description = descriptionOf(field, owners);
      return [field, description === undefined ? described : { ...described, description }];
    }),
  );
}

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { composed, contracts, methodOf, pathOf, refusals } from '../src/index.ts';
import { allDescriptions } from '../src/openapi/descriptions/descriptions.ts';
import { openApi } from '../src/openapi/openapi.ts';
import packageFile from '../../../package.json' with { type: 'json' };

interface Node {
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const document = openApi({ version: packageFile.version, contracts, composed });

/** The value at a path of keys, or undefined. */
const at = (from: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), from);

const operation = (path: string, method: string): unknown => at(document, 'paths', path, method);

const parameters = (path: string, method: string): string[] => {
  const listed = at(operation(path, method), 'parameters');
  return (Array.isArray(listed) ? listed : []).map((parameter: unknown) =>
    String(at(parameter, 'name') ?? at(parameter, '$ref')).replace(/.*\//, ''),
  );
};

/** Fields and records whose name says all that a description could. */
const plainNames: ReadonlySet<string> = new Set(
  [
    'companyId userId invitationId sessionId keyId inviteId joinRequestId webhookId deliveryId',
    'labelId commentId workspaceId approvalId wakeId costId revisionId secretId',
    'name status role type labels labelIds issue issues field run model params result bytes',
    'companyName agentName authorName',
    'backlog todo inProgress inReview blocked done cancelled',
    'Goal Issue Label',
  ].flatMap((line) => line.split(' ')),
);

interface Undescribed {
  readonly name: string;
  readonly pointer: string;
}

/** What has no description and refers to nothing that has one. */
function undescribedIn(value: unknown, pointer = ''): Undescribed[] {
  if (!isNode(value)) return [];
  const lacking = (each: unknown): boolean =>
    isNode(each) && each['$ref'] === undefined && !each['description'];
  return Object.entries(value).flatMap(([key, child]) => {
    const isTable =
      /^(properties|schemas|headers|responses|parameters)$/.test(key) && isNode(child);
    const path = `${pointer}/${key}`;
    const lack = isTable ? Object.entries(child).filter(([, each]) => lacking(each)) : [];
    const lacks = lack.map(([name, each]) => {
      const given = at(each, 'name');
      const own = typeof given === 'string' ? given : name;
      return { name: own, pointer: `${path}/${own}` };
    });
    return [...lacks, ...undescribedIn(child, path)];
  });
}

/** Where a schema requires fields that it does not describe, which generated clients do not know. */
function unknownRequired(value: unknown, pointer = ''): string[] {
  if (!isNode(value)) return [];
  const { required, properties } = value;
  const names: unknown[] = value['type'] === 'object' && Array.isArray(required) ? required : [];
  const unknown = names.filter((name) => at(properties, String(name)) === undefined);
  return [
    ...unknown.map((name) => `${pointer}/${String(name)}`),
    ...Object.entries(value).flatMap(([key, child]) => unknownRequired(child, `${pointer}/${key}`)),
  ];
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect({ valid, errors, version: validator.version }).toEqual({
      valid: true,
      errors: undefined,
      version: '3.1',
    });
  });

  it.each(
    contracts
      .flatMap(({ operations }) => Object.entries(operations))
      .concat(Object.entries(composed))
      .flatMap(([name, { location, input }]) =>
        location ? [[name, location, input] as const] : [],
      ),
  )('says where what %s has made is read', (_, location, input) => {
    expect(at(document, 'paths', location.replaceAll(/:(\w+)/g, '{$1}'), 'get')).toBeDefined();
    const params = [...location.matchAll(/:(\w+)/g)].map(([, param]) => param ?? '');
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(params.slice(0, -1)));
  });

  it('has every operation with a path under its own name, and no other', () => {
    const all = [...contracts.map(({ operations }) => operations), composed];
    const expected = all.flatMap((operations) =>
      Object.entries(operations).flatMap(([key, op]) => {
        const path = pathOf(op);
        return path === undefined ? [] : [`${methodOf(op)} ${path} ${key}`];
      }),
    );
    const paths = Object.entries(at(document, 'paths') ?? {});
    const rendered = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, op]) => {
        const key = String(at(op, 'operationId'));
        return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')} ${key}`;
      }),
    );
    expect(rendered.toSorted()).toEqual(expected.toSorted());
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    const dangling = references
      .map(([, reference = '']) => reference)
      .filter((reference) => at(document, ...reference.split('/')) === undefined);
    expect(references.length).toBeGreaterThan(100);
    expect(dangling).toEqual([]);
  });

  it('puts nothing next to a reference, where readers would drop it', () => {
    const crowded = [...JSON.stringify(document).matchAll(/[^{]"\$ref":|"\$ref":"[^"]*"[^}]/g)];
    expect(crowded.map(([text]) => text)).toEqual([]);
  });

  it('requires no field that it does not have', () => {
    expect(unknownRequired(document)).toEqual([]);
  });

  it('describes every record, parameter, header and field whose name does not say all', () => {
    const undescribed = undescribedIn(document);
    expect(undescribed.filter(({ name }) => !plainNames.has(name))).toEqual([]);
    expect(new Set(undescribed.map(({ name }) => name))).toEqual(plainNames);
  });

  it('describes nothing that is gone', () => {
    const used = new Set(
      [...JSON.stringify(document).matchAll(/"description":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text = '""']) => JSON.parse(text) as string,
      ),
    );
    const unused = Object.entries(allDescriptions).filter(([, text]) => !used.has(text));
    expect(unused).toEqual([]);
  });

  it('splits the flat input into path, query and headers for a read', () => {
    const listed = parameters('/api/companies/{companyId}/issues', 'get');
    expect(listed.slice(0, 2)).toEqual(['companyId', 'status']);
    expect(listed).toEqual(expect.arrayContaining(['limit', 'cursor', 'RequestId', 'Prefer']));
    expect(operation('/api/companies/{companyId}/issues', 'get')).not.toHaveProperty('requestBody');
  });

  it('splits the flat input into path, headers and body for a write', () => {
    const path = '/api/issues/{issueId}';
    const schema = ['requestBody', 'content', 'application/json', 'schema'] as const;
    const fields = Object.keys(at(operation(path, 'patch'), ...schema, 'properties') ?? {});
    expect(parameters(path, 'patch')).toEqual(
      expect.arrayContaining(['issueId', 'IdempotencyKey', 'IfMatch', 'RunId']),
    );
    expect(fields).toEqual(expect.arrayContaining(['title', 'comment']));
    expect(fields).not.toContain('issueId');
    expect(fields).not.toContain('ifVersion');
  });

  it('has no body where the input has only path parameters', () => {
    expect(operation('/api/issues/{issueId}/release', 'post')).not.toHaveProperty('requestBody');
  });

  it('answers with the declared status and the named record', () => {
    const created = at(operation('/api/companies/{companyId}/issues', 'post'), 'responses', 201);
    expect(at(created, 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/AssignedIssue',
    });
  });

  it('has the media type of an answer that is text', () => {
    const answered = at(operation('/llms/agent-icons.txt', 'get'), 'responses', 200, 'content');
    expect(answered).toEqual({ 'text/plain': { schema: { type: 'string' } } });
  });

  it('groups the refusals of an operation by their status', () => {
    const responses = at(operation('/api/issues/{issueId}/checkout', 'post'), 'responses');
    const schema = at(responses, 409, 'content', 'application/json', 'schema');
    expect(at(schema, 'allOf', 1, 'properties', 'code', 'enum')).toEqual(
      expect.arrayContaining(['issue_owned_by_another_agent', 'unexpected_status']),
    );
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '422', '503']),
    );
  });

  it('says where an answer may be a stored one, a refusal as well', () => {
    const sends = (path: string, method: string, status: number): boolean =>
      at(operation(path, method), 'responses', status, 'headers', 'Idempotent-Replayed') !==
      undefined;
    const claim = '/api/issues/{issueId}/checkout';
    expect([200, 404, 422].map((status) => sends(claim, 'post', status))).not.toContain(false);
    // What another agent holds is decided anew.
    expect(sends(claim, 'post', 409)).toBe(false);
    expect(sends('/api/issues/{issueId}', 'get', 404)).toBe(false);
    const shared = at(document, 'components', 'responses');
    expect(at(shared, 'Unauthenticated', 'headers')).toHaveProperty('Idempotent-Replayed');
    expect(at(shared, 'Unavailable', 'headers')).not.toHaveProperty('Idempotent-Replayed');
  });

  it('uses only codes of the catalogue', () => {
    const enums = /"code":\{"type":"string","enum":\[([^\]]*)\]/g;
    const codes = [...JSON.stringify(document).matchAll(enums)].flatMap(([, list = '']) =>
      list.replaceAll('"', '').split(','),
    );
    expect(codes.length).toBeGreaterThan(500);
    expect(codes.filter((code) => !(code in refusals))).toEqual([]);
  });

  it('requires no credential for public operations', () => {
    expect(at(operation('/api/health', 'get'), 'security')).toEqual([]);
    expect(at(document, 'security')).toEqual([{ bearer: [] }, { session: [] }]);
  });

  it('describes an issue by its id, or by its identifier of any length and case', () => {
    const issue = operation('/api/issues/{issueId}', 'get');
    const pattern = at(issue, 'parameters', 0, 'schema', 'pattern');
    const accepts = (ref: string) => new RegExp(String(pattern)).test(ref);
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const longest = `${'a'.repeat(190)}-999999999`;
    expect(['ACM-12', 'acm-12', longest, id, id.toUpperCase()].every(accepts)).toBe(true);
    const malformed = [
      'ACM',
      'ACM-',
      '-12',
      '-'.repeat(36),
      'a'.repeat(36),
      id.slice(1),
      `a${longest}`,
    ];
    expect(malformed.filter(accepts)).toEqual([]);
  });

  it('allows new fields: no answer forbids fields that a client does not know', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });
});

/**
 * Checks documents against the Kubernetes API: types and required fields by the validators of one
 * package, unknown fields by the field lists of another.
 */
import * as api from '@kubernetes/client-node';
import { faultsOfHttpRoute } from './http-route.ts';
import { faultsOfScaledObject } from './scaled-object.ts';

export interface Document {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface Field {
  readonly baseName: string;
  readonly type: string;
}
interface Typed {
  getAttributeTypeMap?: () => readonly Field[];
}
type Validated = new (document: Document) => { validate(): void };

const classes = api as unknown as Record<string, Typed | undefined>;

/** `apps/v1` and `Deployment` → `V1Deployment`. */
const classOf = ({ apiVersion, kind }: Document): string => {
  const version = apiVersion.split('/').at(-1) ?? '';
  return `${version.charAt(0).toUpperCase()}${version.slice(1)}${kind}`;
};

/** Faults of a document, each with its path; none if a cluster would accept it. */
export async function faultsOf(document: Document): Promise<string[]> {
  if (document.kind === 'ScaledObject') return faultsOfScaledObject(document);
  if (document.kind === 'HTTPRoute') return faultsOfHttpRoute(document);
  const type = classOf(document);
  if (!classes[type]?.getAttributeTypeMap) return [`unknown kind ${type}`];
  return [...unknownFields(type, document, ''), ...(await invalidFields(document))];
}

async function invalidFields(document: Document): Promise<string[]> {
  const group = document.apiVersion.includes('/') ? document.apiVersion : 'v1';

  const home = `kubernetes-models/${group}`;
  const module = (await import(/* @vite-ignore */ home)) as Record<string, Validated>;
  const Kind = module[document.kind];
  if (!Kind) return [`no schema for ${group} ${document.kind}`];
  try {
    new Kind(document).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Fields that no type of the API has: a cluster ignores them silently. */
function unknownFields(type: string, value: unknown, path: string): string[] {
  const list = /^Array<(.*)>$/.exec(type)?.[1];
  if (list) {
    return Array.isArray(value)
      ? value.flatMap((item, index) => unknownFields(list, item, `${path}[${index}]`))
      : [`${path} is no list`];
  }
  const fields = classes[type]?.getAttributeTypeMap?.();
  if (!fields || value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = fields.find(({ baseName }) => baseName === key);
    return field ? unknownFields(field.type, inner, `${path}.${key}`) : [`unknown ${path}.${key}`];
  });
}

/** The secrets of a company: named, stored encrypted, and in no answer. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { referenceName } from '../secrets/secrets-in-json.ts';
import { Id, ifVersion, page, PathId, Timestamp, Version } from '../vocabulary.ts';

/** Longest secret, in characters: a certificate chain fits. */
const VALUE_MAX = 65_536;

export const SecretName = z
  .string()
  .regex(referenceName)
  .refine((name) => !Id.safeParse(name).success, { error: 'looks like an id' })
  .describe('Letters, digits, dots, dashes; configurations refer to the secret by it.');
const SecretValue = z
  .string()
  .min(1)
  .max(VALUE_MAX)
  .describe('The secret value. No answer contains it.');

export const Secret = z.object({
  id: Id,
  companyId: Id,
  /** null: the secret came with the configuration of an agent and belongs to that agent. */
  name: z.string().nullable(),
  agentId: Id.nullable(),
  /** Counts the values that the secret has had. */
  version: Version,
  /** Agents whose configuration refers to the secret, without terminated ones. */
  usedByAgentIds: z.array(Id),
  createdByAgentId: Id.nullable(),
  createdByUserId: Id.nullable(),
  rotatedByUserId: Id.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Secret = z.output<typeof Secret>;

/** approvals checks the references of a revised hire against its copy of the names. */
const settles = { approvals: {} } as const;

export const secretOperations = {
  listSecrets: operation({
    http: 'GET /api/companies/:companyId/secrets',
    summary: 'The secrets of a company, without their values. For the board and managers.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Secret),
    paged: true,
    refusals: ['managers_only'],
  }),
  createSecret: operation({
    http: 'POST /api/companies/:companyId/secrets',
    summary: 'Store a secret under a name, for configurations to refer to.',
    who: ['board'],
    stores: true,
    needs: 'manage_agents',
    status: 201,
    input: z.object({ companyId: PathId, name: SecretName, value: SecretValue }),
    output: Secret,
    refusals: ['name_taken'],
    emits: ['secret.created'],
    settles,
  }),
  rotateSecret: operation({
    http: 'POST /api/companies/:companyId/secrets/:secretId/rotate',
    summary: 'Give a secret a new value; runs that start from now on get it.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({ companyId: PathId, secretId: PathId, value: SecretValue, ...ifVersion }),
    output: Secret,
    refusals: ['secret_not_found'],
    emits: ['secret.rotated'],
  }),
  deleteSecret: operation({
    http: 'DELETE /api/companies/:companyId/secrets/:secretId',
    summary: 'Delete a secret that no configuration refers to. It cannot be restored.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({ companyId: PathId, secretId: PathId }),
    output: Secret,
    refusals: ['secret_not_found', 'secret_in_use'],
    emits: ['secret.deleted'],
    settles,
  }),
} as const;

const secretEvent = (summary: string) =>
  event({
    entity: 'secret',
    version: 1,
    summary,
    payload: z.object({ secretId: Id, name: z.string().nullable(), version: Version }),
  });

export const secretEvents = {
  'secret.created': secretEvent('A secret was stored under a name.'),
  'secret.rotated': secretEvent('A secret got a new value.'),
  'secret.deleted': secretEvent('A secret that no configuration referred to was deleted.'),
} as const;

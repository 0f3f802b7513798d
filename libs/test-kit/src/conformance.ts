/**
 * Conformance: what every service must satisfy, derived from its contract. One call in a service's
 * tests covers all its operations and reactions.
 */
import { readFile, writeFile } from 'node:fs/promises';
import {
  agents,
  isWrite,
  serviceTopology,
  pathParams,
  Refusal,
  type Contract,
  type Operation,
  type ServiceName,
} from '@muster/contracts';
import { callOperation, newId, type ServiceDefinition } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentActor, boardActor } from './actors.ts';
import { testGoldenCompatibility, type MakeFixture } from './golden.ts';
import { readStates } from './read-states.ts';
import { schemaOf } from './schema-dump.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { agentsStandIn } from './stand-in.ts';
import { foreignSchemas, inspectRowLevelSecurity, tablesOf } from './row-level-security-checks.ts';

const refusedWith = (code: string) => expect.objectContaining({ name: 'Refusal', code });

/** Things that other services copy, by the code that refuses their absence. */
const OWNERS: Readonly<Record<string, ServiceName>> = {
  company_not_found: 'agents',
  agent_not_found: 'agents',
  issue_not_found: 'issues',
  project_not_found: 'issues',
  goal_not_found: 'issues',
};

export interface ConformanceOptions<C extends Contract> extends StageOptions {
  /** Tables without a `company_id`, each with the reason. */
  readonly withoutTenant?: Readonly<Record<string, string>>;
  readonly makeFixture?: MakeFixture<C>;
}

/** The kit's own tables without a `company_id`. */
const KIT_WITHOUT_TENANT = ['migrations', 'refused_requests', 'subscriptions'];

export function conformance<C extends Contract>(
  definition: ServiceDefinition<C>,
  { withoutTenant = {}, makeFixture, ...options }: ConformanceOptions<C> = {},
): void {
  const { contract } = definition;
  const role = `muster_${contract.name}`;
  describe(`${contract.name} conforms`, () => {
    let stage: Stage<C>;
    beforeAll(async () => {
      stage = await openStage(definition, options);
      // What a copy lacks is looked for in the log of its owner.
      for (const { owner } of Object.values(definition.copiedThings ?? {})) {
        await (owner === agents ? stage.standIn(agentsStandIn) : stage.standIn(owner));
      }
    });
    afterAll(() => stage.close());
    const call = (name: string, operation: Operation, input: object, actor: object) =>
      callOperation(stage.service.runtime.rpc, contract.name, name, operation, input, {
        actor: actor as never,
      });

    it('has migrations that result in schema.sql', async () => {
      const file = new URL('../schema.sql', definition.migrations);
      const schema = await schemaOf(stage.db);
      if (process.env['UPDATE_SCHEMA']) await writeFile(file, schema);
      expect(await readFile(file, 'utf8')).toBe(schema);
    });

    it('works as a role that owns nothing and sees no other service', async () => {
      const [privileges] = await stage.db.run({
        text: `select current_user::text as role,
            rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged,
            (select count(*)::integer from pg_class where relowner = r.oid) as owned
          from pg_roles r where rolname = current_user`,
        values: [],
      });
      expect(privileges).toEqual({ role, privileged: false, owned: 0 });
      expect(await foreignSchemas(await stage.admin(), role, contract.name)).toEqual([]);
    });

    it('enables row-level security on every table that has a company, and gives a reason for others', async () => {
      const admin = await stage.admin();
      const tables = await tablesOf(admin);
      const without = tables.filter(({ hasCompany }) => !hasCompany).map(({ name }) => name);
      expect(without).toEqual([...KIT_WITHOUT_TENANT, ...Object.keys(withoutTenant)].toSorted());
      for (const { name } of tables.filter(({ hasCompany }) => hasCompany)) {
        expect({ name, ...(await inspectRowLevelSecurity(admin, name, role)) }).toEqual({
          name,
          forced: true,
          own: 1,
          foreign: 0,
          unset: 0,
          foreignInView: 0,
          insertForeign: 'policy',
          moveAway: 'policy',
        });
      }
    });

    testGoldenCompatibility({ ...definition, makeFixture }, () => stage);

    it('reacts only to events that their producer declares', () => {
      for (const { producer, events } of Object.values(definition.reactions)) {
        for (const event of events) expect(Object.keys(producer.events)).toContain(event);
      }
    });

    it('tells the states that its contract names, and no others', async () => {
      expect(Object.keys(definition.states ?? {}).toSorted()).toEqual(
        [...(contract.states ?? [])].toSorted(),
      );
      expect((await readStates(stage.service, newId())).flat()).toEqual([]);
    });

    it('looks at the log of its owner before it refuses a copied thing as absent', () => {
      const refusals = Object.values(contract.operations).flatMap(
        (operation) => operation.refusals,
      );
      const expected = [...new Set(['company_not_found', ...refusals])].flatMap((code) => {
        const owner = OWNERS[code];
        return owner && serviceTopology[contract.name].reactsTo.includes(owner)
          ? [[code, owner]]
          : [];
      });
      const declared = Object.entries(definition.copiedThings ?? {}).map(([code, { owner }]) => [
        code,
        owner.name,
      ]);
      expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
    });

    it('reacts to exactly the producers that NATS lets it consume', () => {
      const producers = Object.values(definition.reactions).map(({ producer }) => producer.name);
      expect([...new Set(producers)].toSorted()).toEqual(
        serviceTopology[contract.name].reactsTo.toSorted(),
      );
    });

    const operations = Object.entries(contract.operations);
    const ofMembers = operations.filter(
      ([, operation]) =>
        operation.who.includes('board') &&
        !operation.aboutCaller &&
        operation.needs !== 'instance_admin' &&
        (isWrite(operation) || operation.needs),
    );
    it.each(ofMembers)('%s identifies its company', (_, operation) => {
      const known = ['companyId', ...Object.keys(definition.locate)];
      const params = pathParams(operation);
      const fields = params.length > 0 ? params : Object.keys(operation.input.shape);
      expect(fields.filter((field) => known.includes(field))).not.toEqual([]);
    });

    it.each(operations)('%s refuses an unsigned caller', async (name) => {
      const { nats, subjects } = stage.service.runtime;
      const reply = await nats.request(subjects.rpc(contract.name, name), '{}');
      expect(reply.headers?.get('Nats-Service-Error-Code')).toBe('401');
    });

    it.each(operations)('%s refuses an input that is not an object', async (name, operation) => {
      const actor = boardActor();
      const { runtime } = stage.service;
      const before = (await stage.emitted()).length;
      for (const body of ['[]', '"text"', '{', 'null']) {
        const reply = await runtime.rpc({
          service: contract.name,
          operation: name,
          body,
          actor,
          requestId: newId(),
          deadlineMs: 2_000,
        });
        expect([400, 404]).toContain(reply.status);
      }
      if (isWrite(operation)) expect(await stage.emitted()).toHaveLength(before);
    });

    const companyPaths = operations
      .filter(([, { input }]) => 'companyId' in input.shape)
      .filter(([, operation]) => pathParams(operation).includes('companyId'));
    it.each(companyPaths)("%s hides another company's existence", async (name, operation) => {
      const foreign = agentActor(newId());
      const input = Object.fromEntries(pathParams(operation).map((param) => [param, newId()]));
      const outcome = call(name, operation, input, foreign);
      await expect(outcome).rejects.toBeInstanceOf(Refusal);
      await expect(outcome).rejects.toEqual(
        expect.toSatisfy((refusal: Refusal) =>
          ['company_not_found', 'invalid_input'].includes(refusal.code),
        ),
      );
    });

    const entityPaths = operations.filter(([, operation]) => pathParams(operation).length > 0);
    it.each(entityPaths)('%s answers a malformed id like an absent one', async (name, spec) => {
      const [param] = pathParams(spec) as [string];
      const outcome = call(name, spec, { [param]: '%%%' }, boardActor());
      await expect(outcome).rejects.toEqual(refusedWith(`${param.replace(/Id$/, '')}_not_found`));
    });
  });
}

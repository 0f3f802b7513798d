/**
 * What every service promises by being a service: one line in a service's tests, all its operations
 * and reactions at once.
 */
import { readFile, writeFile } from 'node:fs/promises';
import {
  isWrite, neighbours, pathParams, Refusal, type Contract, type Operation,
} from '@muster/contracts';
import { callOperation, newId, type ServiceDefinition } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentActor, boardActor } from './actors.ts';
import { livesWithGolden, type LayGround } from './golden.ts';
import { schemaOf } from './schema-dump.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { foreignSchemas, inspectWall, tablesOf } from './wall-checks.ts';

const refusedWith = (code: string) => expect.objectContaining({ name: 'Refusal', code });

export interface ConformanceOptions<C extends Contract> extends StageOptions {
  /** Tables whose rows do not say whose they are, each with the reason. */
  readonly unwalled?: Readonly<Record<string, string>>;
  readonly ground?: LayGround<C>;
}

/** Of the kit: they say what the schema is, and nothing of a company. */
const KIT_UNWALLED = ['migrations'];

export function conformance<C extends Contract>(
  definition: ServiceDefinition<C>,
  { unwalled = {}, ground, ...options }: ConformanceOptions<C> = {},
): void {
  const { contract } = definition;
  const role = `muster_${contract.name}`;
  describe(`${contract.name} conforms`, () => {
    let stage: Stage<C>;
    beforeAll(async () => {
      stage = await openStage(definition, options);
    });
    afterAll(() => stage.close());
    const call = (name: string, operation: Operation, input: object, actor: object) =>
      callOperation(stage.service.runtime.rpc, contract.name, name, operation, input, {
        actor: actor as never,
      });

    it('adds its migrations up to schema.sql', async () => {
      const file = new URL('../schema.sql', definition.migrations);
      const schema = await schemaOf(stage.db);
      if (process.env['UPDATE_SCHEMA']) await writeFile(file, schema);
      expect(await readFile(file, 'utf8')).toBe(schema);
    });

    it('works as a role that owns nothing and sees no other service', async () => {
      const [standing] = await stage.db.run({
        text: `select current_user::text as role,
            rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
            (select count(*)::integer from pg_class where relowner = r.oid) as owned
          from pg_roles r where rolname = current_user`,
        values: [],
      });
      expect(standing).toEqual({ role, mighty: false, owned: 0 });
      expect(await foreignSchemas(await stage.admin(), role, contract.name)).toEqual([]);
    });

    it('walls every table that has a company, and can say why another has none', async () => {
      const admin = await stage.admin();
      const tables = await tablesOf(admin);
      const without = tables.filter(({ ofCompany }) => !ofCompany).map(({ name }) => name);
      expect(without).toEqual([...KIT_UNWALLED, ...Object.keys(unwalled)].toSorted());
      for (const { name } of tables.filter(({ ofCompany }) => ofCompany)) {
        expect({ name, ...(await inspectWall(admin, name, role)) }).toEqual({
          name, forced: true, own: 1, foreign: 0, unset: 0, foreignInView: 0,
          insertForeign: 'the wall', moveAway: 'the wall',
        });
      }
    });

    livesWithGolden({ ...definition, ground }, () => stage);

    it('reacts only to events that their producer can say', () => {
      for (const { producer, events } of Object.values(definition.reactions)) {
        for (const event of events) expect(Object.keys(producer.events)).toContain(event);
      }
    });

    it('hears exactly those whom NATS lets it hear', () => {
      const heard = Object.values(definition.reactions).map(({ producer }) => producer.name);
      expect([...new Set(heard)].toSorted()).toEqual(neighbours[contract.name].hears.toSorted());
    });

    const operations = Object.entries(contract.operations);
    const ofMembers = operations.filter(([, operation]) =>
      operation.who.includes('board') && !operation.aboutCaller &&
      operation.needs !== 'instance_admin' && (isWrite(operation) || operation.needs));
    it.each(ofMembers)('%s can tell whose company it is about', (_, operation) => {
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
      const said = (await stage.said()).length;
      for (const body of ['[]', '"text"', '{', 'null']) {
        const reply = await runtime.rpc({
          service: contract.name, operation: name, body, actor, requestId: newId(),
          deadlineMs: 2_000,
        });
        expect([400, 404]).toContain(reply.status);
      }
      if (isWrite(operation)) expect(await stage.said()).toHaveLength(said);
    });

    const companyPaths = operations.filter(([, { input }]) => 'companyId' in input.shape)
      .filter(([, operation]) => pathParams(operation).includes('companyId'));
    it.each(companyPaths)("%s hides another company's existence", async (name, operation) => {
      const foreign = agentActor(newId());
      const input = Object.fromEntries(pathParams(operation).map((param) => [param, newId()]));
      const outcome = call(name, operation, input, foreign);
      await expect(outcome).rejects.toBeInstanceOf(Refusal);
      await expect(outcome).rejects.toEqual(
        expect.toSatisfy((refusal: Refusal) =>
          ['company_not_found', 'invalid_input'].includes(refusal.code)),
      );
    });

    const entityPaths = operations.filter(([, operation]) => pathParams(operation).length > 0);
    it.each(entityPaths)('%s answers a malformed id like an absent one', async (name, spec) => {
      const [param] = pathParams(spec) as [string];
      const outcome = call(name, spec, { [param]: '%%%' }, boardActor());
      await expect(outcome).rejects.toEqual(
        refusedWith(`${param.replace(/Id$/, '')}_not_found`),
      );
    });
  });
}

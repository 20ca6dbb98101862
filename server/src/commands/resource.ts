// `padron resource …`: who serves each public resource in this installation: the declared connector, another one, or a
// person. Each decision is stored with its author, because it depends on accepted terms or a signed contract.
import { COUNTRY_CODES, type Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { SERVICES, type Service } from '@padron/contract/processing'
import { type Command, Option } from 'commander'
import { sql } from 'kysely'
import { provenanceOf, trialsOf } from '../checks/connectors/provenance.ts'
import { connectorsWith } from '../checks/connectors/registry.ts'
import { RESOURCES } from '../checks/services/catalogue.ts'
import type { Resource } from '../checks/services/resource.ts'
import { serviceSql, unfitFor, withService, writeServices } from '../checks/services/services.ts'
import { asSystem, type Tx } from '../db/client.ts'
import { print, table, withDatabase } from './console.ts'
import { enrolAfterDecision } from './enrol-after-decision.ts'

type Row = {
  key: string
  name: string
  state: number | null
  connector: string | null
  service: Service
  retired: boolean
  purpose: string
  wall: string | null
  by: string | null
  at: string | null
}

const situation = ({ service, retired, purpose }: Row): string => {
  if (retired) return 'Fuera de uso'
  if (purpose === 'history') return service === 'automatic' ? 'Historia' : 'Historia, sin dirección'
  return SERVICES[service]
}
const placeOf = (state: number | null): string => (state === null ? 'Todo el país' : stateName(state))

const list = async ({ country }: { country?: Country }): Promise<void> => {
  const { rows } = await withDatabase((db) =>
    asSystem(db, (tx) =>
      sql<Row>`
        select r.resource_key as key, r.resource_name as name, r.state_id as state, r.connector_key as connector,
          ${serviceSql} as service, r.retired, r.purpose, r.wall, s.decided_by as by, s.decided_at as at
        from resource r ${withService}
        where r.country = coalesce(${country ?? null}, r.country)
        order by r.resource_id`.execute(tx),
    ),
  )
  const cells = rows.map((row) => [
    row.key,
    row.name,
    placeOf(row.state),
    situation(row),
    row.connector ?? '—',
    row.by ? `${row.by}, ${row.at?.slice(0, 10)}` : '—',
    row.wall ?? '—',
  ])
  print(table([['CLAVE', 'RECURSO', 'LUGAR', 'SITUACIÓN', 'CONECTOR', 'DECIDIÓ (UTC)', 'BARRERA'], ...cells]))
}

const find = (key: string): Resource => {
  const found = RESOURCES.find((resource) => resource.key === key)
  if (!found) throw new Error(`No existe el recurso «${key}»; vea padron resource list.`)
  return found
}

const knownConnectors = async (tx: Tx) =>
  connectorsWith(await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute())

type Decided = { by: string; reason?: string }

const decide = async (
  tx: Tx,
  { resourceId }: Resource,
  connector: string | null,
  { by, reason }: Decided,
): Promise<void> => {
  if (!by.trim()) throw new Error('Diga quién lo decide: --by "<nombre>".')
  const values = { connector_key: connector, decided_by: by.trim(), reason: reason ?? null }
  await tx
    .insertInto('resource_service')
    .values({ resource_id: resourceId, ...values })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet({ ...values, decided_at: sql`now()` }))
    .execute()
}

const serve = async (key: string, { connector: name, ...decided }: Decided & { connector: string }): Promise<void> => {
  const resource = find(key)
  const { portal, isUntried } = await withDatabase(async (db) => {
    const served = await enrolAfterDecision(db, async (tx) => {
      const connectors = await knownConnectors(tx)
      const connector = connectors.find((one) => one.key === name)
      if (!connector) throw new Error(`No existe el conector «${name}»; vea padron connector list.`)
      const unfit = unfitFor(resource, connector)
      if (unfit) throw new Error(`El conector ${name} no puede responder ${key}. ${unfit}`)
      await decide(tx, resource, name, decided)
      await writeServices(tx, connectors)
      const portal = await tx
        .selectFrom('portal')
        .select(['portal_key', 'base_url'])
        .where('portal_key', '=', connector.portal)
        .executeTakeFirstOrThrow()
      return { portal, connector }
    })
    const trials = await trialsOf(db, [served.connector])
    return { portal: served.portal, isUntried: provenanceOf(served.connector) === 'example' && trials.size === 0 }
  })
  print(`El recurso ${key} lo responde ${name}.`)
  if (isUntried)
    print(
      `Aviso: ${name} es un ejemplo que no se ha comparado con la fuente; pruébelo: padron connector try ` +
        `${name} --plate …`,
    )
  if (portal.base_url === null)
    print(`Falta la dirección del portal: padron portal set ${portal.portal_key} --url … --credential-stdin`)
}

const manual = async (key: string, decided: Decided): Promise<void> => {
  const resource = find(key)
  if (resource.purpose === 'history')
    throw new Error(`El recurso ${key} es historia de datos abiertos: no se captura a mano.`)
  await withDatabase((db) =>
    enrolAfterDecision(db, async (tx) => {
      await decide(tx, resource, null, decided)
      await writeServices(tx, await knownConnectors(tx))
    }),
  )
  print(`El recurso ${key} lo captura una persona.`)
}

const declaredText = ({ additional, connector, mode }: Resource): string => {
  if (additional) return 'queda fuera de uso'
  if (connector) return `lo responde ${connector}`
  return mode === 'manual' ? 'lo captura una persona' : 'no tiene consulta automática'
}

const reset = async (key: string): Promise<void> => {
  const resource = find(key)
  const gone = await withDatabase((db) =>
    enrolAfterDecision(db, async (tx) => {
      const row = await tx
        .deleteFrom('resource_service')
        .where('resource_id', '=', resource.resourceId)
        .returning('resource_id')
        .executeTakeFirst()
      await writeServices(tx, await knownConnectors(tx))
      return row !== undefined
    }),
  )
  const after = declaredText(resource)
  print(
    gone
      ? `El recurso ${key} vuelve a lo declarado: ${after}.`
      : `El recurso ${key} ya estaba como se declara: ${after}.`,
  )
}

export const addResourceCommands = (program: Command): void => {
  const resource = program
    .command('resource')
    .description('Recursos públicos: quién responde por cada uno en esta instalación')
  const one = (name: string, description: string) =>
    resource.command(name).description(description).argument('<recurso>', 'clave del recurso')
  const by = ['--by <quién>', 'quién leyó las condiciones de la fuente o firmó el contrato'] as const
  const reason = ['--reason <motivo>', 'en qué se apoya: contrato, convenio, enlace'] as const
  resource
    .command('list')
    .description('Lista los recursos con quien los responde y la barrera de su fuente')
    .addOption(new Option('--country <país>', 'sólo los de un país').choices(COUNTRY_CODES))
    .action(list)
  one('serve', 'Un conector responde el recurso')
    .requiredOption('--connector <clave>', 'conector')
    .requiredOption(...by)
    .option(...reason)
    .action(serve)
  one('manual', 'Una persona captura el recurso')
    .requiredOption(...by)
    .option(...reason)
    .action(manual)
  one('reset', 'Vuelve a lo que el producto declara').action(reset)
}

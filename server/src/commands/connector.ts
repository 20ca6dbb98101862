// `padron connector …`: connectors that are settings, not code. A file is fully validated before it is stored; `try`
// sends one query, shows the parsed answer and stores nothing.
import { readFile } from 'node:fs/promises'
import { PROVENANCES } from '@padron/contract/provenance'
import { OUTCOMES } from '@padron/contract/resource-status'
import { typeName } from '@padron/contract/resources'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { describeAnswer } from '../checks/connectors/answer-lines.ts'
import type { Connector } from '../checks/connectors/connector.ts'
import { createConnector } from '../checks/connectors/generic/connector-of.ts'
import type { Definition } from '../checks/connectors/generic/definition.ts'
import { type Fault, validate, warningsOf } from '../checks/connectors/generic/validate.ts'
import { provenanceOf, recordTrial, type Trial, trialsOf } from '../checks/connectors/provenance.ts'
import { builtInConnector, connectorsWith, loadConnectors } from '../checks/connectors/registry.ts'
import { writeServices } from '../checks/services/services.ts'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { type TryOptions, tryOnce } from './connector-try.ts'
import { operator, print, Refused, table, warn, withDatabase } from './console.ts'
import { enrolAfterDecision } from './enrol-after-decision.ts'

const warnFaults = (faults: readonly Fault[]): void => {
  for (const { path, message } of faults) warn(`${path} · ${message}`)
}

/** The settings of a file, or an error; each fault is printed with its place in the file. */
const readDefinition = async (file: string): Promise<Definition> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`No se puede leer el archivo ${file}.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} no es JSON: ${(error as Error).message}`)
  }
  const { definition, faults } = validate(value)
  if (definition) {
    for (const { path, message } of warningsOf(definition)) warn(`Aviso: ${path} · ${message}`)
    return definition
  }
  warnFaults(faults)
  throw new Refused(`${file} tiene ${faults.length === 1 ? 'una falta' : `${faults.length} faltas`}.`)
}

const warnLeftOut = (key: string, faults: readonly Fault[]): void => {
  warn(`El conector ${key} no se puede usar:`)
  warnFaults(faults)
}

const provenanceText = (connector: Connector, trial: Trial | undefined): string => {
  const text = PROVENANCES[provenanceOf(connector)]
  return trial ? `${text}; probado con cuenta el ${trial.triedAt.slice(0, 10)} (UTC) por ${trial.triedBy}` : text
}

const list = async (): Promise<void> => {
  const { connectors, serving, trials, accounts } = await withDatabase(async (db) => {
    const rows = await asSystem(db, (tx) =>
      tx.selectFrom('resource').select(['connector_key']).where('retired', '=', false).execute(),
    )
    const portals = await asSystem(db, (tx) =>
      tx.selectFrom('portal').select(['portal_key', 'shared_account_key']).execute(),
    )
    const found = await loadConnectors(db, warnLeftOut)
    return {
      accounts: new Map(portals.map(({ portal_key, shared_account_key }) => [portal_key, shared_account_key])),
      connectors: found,
      trials: await trialsOf(db, found),
      serving: rows.map(({ connector_key }) => connector_key),
    }
  })
  const rows = connectors.map((one) => [
    one.key,
    builtInConnector(one.key) ? 'del producto' : `de la instalación, v${one.parserVersion}`,
    one.country,
    one.types.join(','),
    one.mode,
    one.delivery ?? 'sync',
    accounts.get(one.portal) ? `${one.portal} (cuenta ${accounts.get(one.portal)})` : one.portal,
    `${serving.filter((key) => key === one.key).length}`,
    provenanceText(one, trials.get(one.key)),
  ])
  print(table([['CLAVE', 'ORIGEN', 'PAÍS', 'TIPOS', 'MODO', 'ENTREGA', 'PORTAL', 'RECURSOS', 'SUSTENTO'], ...rows]))
}

const check = async (file: string): Promise<void> => {
  const { key, types, country, inputs } = await readDefinition(file)
  const names = types.map((type) => `${typeName(type, country)} (${type})`).join(', ')
  print(`${key}: sin faltas. Responde ${names}; pide ${inputs.join(', ')}. No se consultó ni se guardó nada.`)
}

/**
 * A portal that the product declares keeps its name and address; one created for a connector gets those of the file.
 */
const keepPortal = async (tx: Tx, { portal, country }: Definition): Promise<void> => {
  const known = await tx
    .selectFrom('portal')
    .select(['country', 'declared'])
    .where('portal_key', '=', portal.key)
    .executeTakeFirst()
  if (known && known.country !== country) throw new Error(`El portal ${portal.key} es de otro país (${known.country}).`)
  if (known?.declared) return
  const columns = { portal_name: portal.name, owner_name: portal.owner, portal_url: portal.url }
  await tx
    .insertInto('portal')
    .values({ portal_key: portal.key, country, declared: false, ...columns })
    .onConflict((conflict) => conflict.column('portal_key').doUpdateSet(columns))
    .execute()
}

const store = async (tx: Tx, definition: Definition): Promise<number | undefined> => {
  const { rows } = await sql<{ version: number }>`
    insert into json_connector (connector_key, definition, changed_by)
    values (${definition.key}, ${asJsonb(definition)}, ${operator().name})
    on conflict (connector_key) do update set definition = excluded.definition, version = json_connector.version + 1,
      changed_by = excluded.changed_by, changed_at = now()
    where json_connector.definition <> excluded.definition
    returning version`.execute(tx)
  return rows[0]?.version
}

/** Applies stored connectors to the services that use them: their queries, and whether they still fit. */
const apply = async (tx: Tx): Promise<void> => {
  const rows = await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute()
  await writeServices(tx, connectorsWith(rows))
}

const add = async (file: string): Promise<void> => {
  const definition = await readDefinition(file)
  const { key, portal } = definition
  if (builtInConnector(key)) throw new Error(`La clave ${key} es de un conector del producto; elija otra.`)
  const { version, address } = await withDatabase((db) =>
    enrolAfterDecision(db, async (tx) => {
      await keepPortal(tx, definition)
      const stored = await store(tx, definition)
      await apply(tx)
      const row = await tx
        .selectFrom('portal')
        .select('base_url')
        .where('portal_key', '=', portal.key)
        .executeTakeFirst()
      return { version: stored, address: row?.base_url ?? null }
    }),
  )
  print(version === undefined ? `Conector ${key}: sin cambios.` : `Conector ${key} guardado, versión ${version}.`)
  if (address === null) print(`Falta su dirección: padron portal set ${portal.key} --url … --credential-stdin`)
  print(`Para que responda un recurso: padron resource serve <recurso> --connector ${key} --by "<quién>"`)
}

const remove = async (key: string): Promise<void> => {
  const portal = await withDatabase((db) =>
    enrolAfterDecision(db, async (tx) => {
      const served = await tx
        .selectFrom('resource_service as s')
        .innerJoin('resource as r', 'r.resource_id', 's.resource_id')
        .select('r.resource_key')
        .where('s.connector_key', '=', key)
        .orderBy('r.resource_id')
        .execute()
      if (served.length > 0)
        throw new Error(
          `El conector ${key} responde ${served.map(({ resource_key }) => resource_key).join(', ')}; primero ` +
            'padron resource reset <recurso>.',
        )
      const gone = await tx
        .deleteFrom('json_connector')
        .where('connector_key', '=', key)
        .returning('definition')
        .executeTakeFirst()
      if (!gone)
        throw new Error(
          builtInConnector(key)
            ? `El conector ${key} es del producto y no se quita.`
            : `No existe el conector «${key}».`,
        )
      await apply(tx)
      return (gone.definition as Definition).portal.key
    }),
  )
  print(`Conector ${key} quitado. Su portal ${portal} y lo consultado se conservan.`)
}

const isFile = (name: string): boolean => /\.json$|\//.test(name)

/** A built-in connector, a stored one, or the settings of a file. */
const findConnector = async (db: Db, name: string): Promise<Connector> => {
  if (isFile(name)) return createConnector(await readDefinition(name))
  const found = (await loadConnectors(db, warnLeftOut)).find(({ key }) => key === name)
  if (!found) throw new Error(`No existe el conector «${name}»; vea padron connector list.`)
  return found
}

const attempt = async (name: string, options: TryOptions): Promise<void> => {
  const { connector, tried, recorded, understood } = await withDatabase(async (db) => {
    const found = await findConnector(db, name)
    const outcome = await tryOnce(db, found, options)
    const isUnderstood = ['ok', 'partial'].includes(outcome.parsed.outcome) && !outcome.accepted
    const counts = isUnderstood && outcome.withAccount && !isFile(name)
    if (counts) await recordTrial(db, found, operator().name)
    return { connector: found, tried: outcome, recorded: counts, understood: isUnderstood }
  })
  for (const { request, status } of tried.answers) print(`${request} → ${status}`)
  if (tried.accepted) return print('La fuente aceptó la consulta y responderá después. No se guardó nada.')
  print(`${OUTCOMES[tried.parsed.outcome]} (${tried.parsed.outcome})`)
  for (const line of describeAnswer(tried.parsed, connector)) print(line)
  print(
    recorded
      ? 'Se anotó que esta versión se probó con cuenta; de la respuesta no se guardó nada.'
      : 'No se guardó nada.',
  )
  if (understood && !recorded && options.url !== undefined && !isFile(name))
    print('Para que conste como probado con cuenta, ajuste el portal y repita sin --url.')
}

export const addConnectorCommands = (program: Command): void => {
  const connector = program.command('connector').description('Conectores: los del producto y los hechos de ajustes')
  connector.command('list').description('Lista los conectores').action(list)
  connector
    .command('check')
    .description('Revisa un archivo de ajustes sin consultar nada')
    .argument('<archivo>', 'archivo .json')
    .action(check)
  connector
    .command('add')
    .description('Guarda un conector, o su cambio, de un archivo de ajustes')
    .argument('<archivo>', 'archivo .json')
    .action(add)
  connector
    .command('remove')
    .description('Quita un conector de la instalación')
    .argument('<clave>', 'clave del conector')
    .action(remove)
  connector
    .command('try')
    .description('Consulta una vez y muestra lo entendido, sin guardar nada')
    .argument('<conector>', 'clave, o archivo .json')
    .requiredOption('--plate <placa>', 'placa')
    .option('--vin <niv>', 'NIV')
    .option(
      '--tax <identificación>',
      'RFC, NIT o documento del propietario, con su tipo si no es cédula ni NIT: CE 123456',
    )
    .option('--state <id>', 'entidad, por su número')
    .option('--url <dirección>', 'dirección base, en lugar de la del portal')
    .option('--credential-stdin', 'la credencial se lee de la entrada estándar')
    .action(attempt)
}

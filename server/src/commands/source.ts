// `padron source …`: the state of the sources for the operator: waiting checks, failures, costs, the newest runs of a
// source, and stored answers parsed again with the current parser.
import { OUTCOMES } from '@padron/contract/resource-status'
import { ENDING_DAYS } from '@padron/contract/rules/official-rules'
import { type Command, InvalidArgumentError } from 'commander'
import {
  type AssignedToPeople,
  assignedToPeople,
  newestRuns,
  type SourceStatus,
  sourceStatus,
} from '../checks/health/source-status.ts'
import { resumePortal } from '../checks/portals/state.ts'
import type { Reparsed } from '../checks/store/reparse.ts'
import { DOUBTS, type Doubt } from '../checks/store/reparse-runs.ts'
import { asSystem } from '../db/client.ts'
import { demoNotice, installedDemo } from '../demo/demo-state.ts'
import { type RuleEnd, readRuleEnds } from '../rules/rule-ends.ts'
import { print, table, withDatabase } from './console.ts'

const moment = (at: string | null): string => (at === null ? '—' : `${at.slice(0, 16).replace('T', ' ')}Z`)

const age = (seconds: number): string => {
  if (seconds < 1) return '—'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`
}

const breakerText = ({ isConfigured, breaker, openUntil, creditOutSince }: SourceStatus): string => {
  if (!isConfigured) return 'sin configurar'
  return creditOutSince
    ? 'sin saldo'
    : { closed: 'cerrado', half: 'medio abierto', open: `abierto hasta ${moment(openUntil)}` }[breaker]
}

const money = (amount: number): string => amount.toFixed(2)
type Cost = Pick<SourceStatus, 'spent' | 'queries' | 'price' | 'currency' | 'monthlyCap'>
const costText = ({ spent, queries, price, currency, monthlyCap }: Cost): string => {
  if (!price && spent === 0 && monthlyCap === null) return queries === 0 ? '—' : `${queries} consultas`
  return (
    `${money(spent)} ${monthlyCap === null ? '' : `de ${money(monthlyCap)} `}${currency ?? ''} ` +
    `(${queries} consultas)`
  )
}
const success = ({ runs, good }: SourceStatus): string =>
  runs === 0 ? 'sin datos' : `${((good / runs) * 100).toFixed(1)} %`

/** Data that portals of one account share is printed once. */
const accountLines = (sources: readonly SourceStatus[]): string[] => {
  const groups = Map.groupBy(
    sources.filter(({ account }) => account !== null),
    ({ account }) => account?.key,
  )
  return [...groups.values()].flatMap((group) => {
    const [{ account, creditOutSince, probeAt, portalKey } = {}] = group
    if (!account || !portalKey) return []
    const shared =
      `Cuenta ${account.key} · ${group.map((source) => source.portalKey).join(', ')} · este mes ` +
      `${costText({ ...account, price: null })}`
    const pause =
      `Sin saldo · cuenta ${account.key} · desde ${moment(creditOutSince ?? null)} · próxima consulta ` +
      `${moment(probeAt ?? null)}; padron source resume ${portalKey}`
    return creditOutSince ? [shared, pause] : [shared]
  })
}

const pauseLines = ({ portalKey, account, creditOutSince, paused, probeAt }: SourceStatus): string[] => {
  const next = `próxima consulta ${moment(probeAt)}; padron source resume ${portalKey}`
  return [
    ...(creditOutSince && !account ? [`Sin saldo · ${portalKey} · desde ${moment(creditOutSince)} · ${next}`] : []),
    ...paused.map(
      ({ connector, since }) =>
        `En pausa · ${connector} · sus respuestas no se entienden desde ${moment(since)} · ${next}`,
    ),
  ]
}

const leftLines = (left: readonly AssignedToPeople[]): string[] =>
  [...Map.groupBy(left, ({ reason }) => reason ?? '')].map(([reason, resources]) => {
    const names = resources.map(({ resourceName }) => resourceName).join(', ')
    return (
      `A captura manual desde ${resources[0]?.decidedAt.slice(0, 10)} (UTC) · ${reason}: ${names}; vea padron ` +
      'resource list.'
    )
  })

/** Rules that end from now on, by day. */
const endLines = (ends: readonly RuleEnd[]): string[] =>
  [
    ...Map.groupBy(
      ends.filter(({ daysLeft }) => daysLeft >= 0),
      ({ validTo }) => validTo,
    ),
  ].map(
    ([day, { length }]) =>
      `Reglas oficiales · ${length} ${length === 1 ? 'termina' : 'terminan'} el ${day} sin otra que ` +
      `${length === 1 ? 'la' : 'las'} siga; vea padron rules list --ending ${ENDING_DAYS}.`,
  )

const HEADINGS = [
  'FUENTE',
  'EN FILA',
  'EN CURSO',
  'ESPERA',
  'INTERRUPTOR',
  'ÚLTIMA BUENA',
  'ÉXITO 24 H',
  'ESTE MES',
  'ALARMAS',
]

const rowOf = (source: SourceStatus): string[] => [
  source.portalKey,
  `${source.backlog}`,
  `${source.inFlight}`,
  age(source.isConfigured ? source.oldestDueSeconds : 0),
  breakerText(source),
  moment(source.lastGood),
  success(source),
  costText(source),
  `${source.alarms.length || '—'}`,
]

const status = async ({ json }: { json?: true }): Promise<void> => {
  const [sources, left, demo, ends] = await withDatabase((db) =>
    Promise.all([
      sourceStatus(db),
      assignedToPeople(db),
      installedDemo(db),
      asSystem(db, (tx) => readRuleEnds(tx, new Date(), ENDING_DAYS)),
    ]),
  )
  if (json) return print(JSON.stringify({ sources, movedToPeople: left, rulesEnding: ends }, null, 2))
  const listed = sources.filter(({ isConfigured, backlog }) => isConfigured || backlog > 0)
  print(table([HEADINGS, ...listed.map(rowOf)]))
  const silent = sources.length - listed.length
  if (silent > 0) print(`${silent} portales sin dirección: no se consultan; vea padron portal list.`)
  const waiting = listed.filter(({ isConfigured }) => !isConfigured).map(({ portalKey }) => portalKey)
  if (waiting.length > 0)
    print(
      `Sin configurar: ${waiting.join(', ')}. No se les pregunta nada mientras no tengan dirección; vea ` +
        'padron portal set.',
    )
  for (const line of [...accountLines(listed), ...listed.flatMap(pauseLines)]) print(line)
  for (const { connector, hard, since, detail } of sources.flatMap(({ alarms }) => alarms))
    print(`${hard ? 'ALARMA' : 'Aviso'} · ${connector} · desde ${moment(since)} · ${detail}`)
  for (const line of leftLines(left)) print(line)
  for (const line of endLines(ends)) print(line)
  if (demo) print(demoNotice(demo))
}

const runs = async (portal: string, { limit }: { limit: number }): Promise<void> => {
  const found = await withDatabase((db) => newestRuns(db, portal, limit))
  if (!found) throw new Error(`No existe el portal «${portal}»; vea padron portal list.`)
  if (found.length === 0) return print('Todavía no hay consultas.')
  const rows = found.map(({ at, company, plate, connector, origin, outcome, durationMs, remark }) => [
    at.slice(0, 19).replace('T', ' '),
    company,
    plate,
    connector,
    origin,
    outcome,
    `${durationMs}`,
    remark ?? OUTCOMES[outcome as keyof typeof OUTCOMES] ?? '',
  ])
  print(table([['HORA (UTC)', 'EMPRESA', 'PLACA', 'CONECTOR', 'ORIGEN', 'RESULTADO', 'MS', 'OBSERVACIÓN'], ...rows]))
}

const resume = async (portal: string): Promise<void> => {
  const ended = await withDatabase((db) => resumePortal(db, portal))
  if (!ended) throw new Error(`No existe el portal «${portal}»; vea padron portal list.`)
  if (!ended.credit && ended.connectors.length === 0) return print(`El portal ${portal} no estaba en pausa.`)
  const why = [...(ended.credit ? ['sin saldo'] : []), ...ended.connectors]
  const shared = ended.account === null ? '' : `, y los demás de la cuenta ${ended.account},`
  const verb = ended.account === null ? 'se consulta' : 'se consultan'
  print(`El portal ${portal}${shared} ${verb} de nuevo a su ritmo; estaba en pausa: ${why.join(', ')}.`)
}

const reportReparsed = (
  { read, unreadable, skipped, changed, newest, stored, changes }: Reparsed,
  dryRun: boolean,
): void => {
  print(`${read} respuestas de una versión anterior leídas de nuevo; ${changed} cambian.`)
  for (const [change, count] of Object.entries(changes).toSorted(([, a], [, b]) => b - a))
    print(`  ${String(count).padStart(6)}  ${change}`)
  for (const [doubt, count] of Object.entries(skipped))
    if (count > 0) print(`${count} respuestas no se leyeron: ${DOUBTS[doubt as Doubt]}.`)
  if (unreadable > 0) print(`${unreadable} respuestas guardadas no se pudieron abrir.`)
  print(
    dryRun
      ? `Se guardarían ${newest}: las que son la respuesta vigente de su vehículo.`
      : `Guardadas ${stored} de ${newest} que son la respuesta vigente de su vehículo.`,
  )
}

type ReparseOptions = { connector: string; since?: Date; dryRun?: true }

const reparseCommand = async ({
  connector: key,
  since = new Date(0),
  dryRun = undefined,
}: ReparseOptions): Promise<void> => {
  // Loads every connector with its parsing libraries, which the other commands do not need.
  const { loadConnectors } = await import('../checks/connectors/registry.ts')
  const { reparse } = await import('../checks/store/reparse.ts')
  const sum = await withDatabase(async (db) => {
    const connector = (await loadConnectors(db)).find((known) => known.key === key)
    if (!connector) throw new Error(`No existe el conector «${key}».`)
    return reparse(db, { connector, since, dryRun: dryRun === true })
  })
  reportReparsed(sum, dryRun === true)
}

const asLimit = (given: string): number => {
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1 || value > 1000)
    throw new InvalidArgumentError('Debe ser un número entre 1 y 1000.')
  return value
}
const asDay = (given: string): Date => {
  const day = new Date(`${given}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(day.getTime()))
    throw new InvalidArgumentError('Debe ser una fecha como 2026-11-21.')
  return day
}

export const addSourceCommands = (program: Command): void => {
  const source = program.command('source').description('Las fuentes: cómo responden, qué espera y qué cuesta')
  source
    .command('status')
    .description('Fila, interruptor, éxito, costo y alarmas de cada fuente')
    .option('--json', 'como JSON')
    .action(status)
  source
    .command('runs')
    .description('Las últimas consultas a un portal')
    .argument('<portal>', 'clave del portal')
    .option('--limit <n>', 'cuántas', asLimit, 20)
    .action(runs)
  source
    .command('resume')
    .description('Termina la pausa de un portal sin saldo o cuyas respuestas no se entienden')
    .argument('<portal>', 'clave del portal')
    .action(resume)
  source
    .command('reparse')
    .description('Lee de nuevo las respuestas guardadas con el lector de hoy')
    .requiredOption('--connector <clave>', 'clave del conector')
    .option('--since <fecha>', 'solo las de ese día en adelante', asDay)
    .option('--dry-run', 'solo dice qué cambiaría')
    .action(reparseCommand)
}

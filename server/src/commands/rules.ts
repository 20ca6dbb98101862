// `padron rules …`: the official rules and values, their packs, when they end, and which of them this installation
// shows. The operator's choices survive upgrades and packs.
import { readFile, stat } from 'node:fs/promises'
import { asCountry } from '@padron/contract/places/countries'
import { numberText } from '@padron/contract/texts/count-of'
import { type Command, InvalidArgumentError } from 'commander'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { reasonInvalid } from '../rules/in-force.ts'
import { PACK_BYTES } from '../rules/pack.ts'
import { parsePack } from '../rules/pack-faults.ts'
import { dayIn, type RuleEnd, readRuleEnds } from '../rules/rule-ends.ts'
import {
  changesByPack,
  hashOf,
  type Load,
  loadPack,
  PackRefused,
  readPacks,
  type StoredPack,
  withdrawPack,
} from '../rules/store-packs.ts'
import { print, table, withDatabase } from './console.ts'

const inDatabase = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withDatabase((db: Db) => asSystem(db, work))

const readJson = async (file: string): Promise<{ json: unknown; bytes: Buffer }> => {
  const { size } = await stat(file).catch(() => {
    throw new Error(`${file}: no existe o no se puede leer.`)
  })
  if (size > PACK_BYTES)
    throw new Error(`${file}: mide ${numberText(size)} bytes; el máximo es de ${numberText(PACK_BYTES)}.`)
  const bytes = await readFile(file)
  try {
    return { json: JSON.parse(bytes.toString('utf8')) as unknown, bytes }
  } catch (error) {
    throw new Error(`${file}: no es JSON: ${(error as Error).message}`)
  }
}

/** @throws PackRefused with every fault of its structure and its place in the file */
const readPack = async (file: string): Promise<Pick<Load, 'pack' | 'sha256'>> => {
  const { json, bytes } = await readJson(file)
  const parsed = parsePack(json)
  if ('faults' in parsed) throw new PackRefused(parsed.faults)
  return { pack: parsed.pack, sha256: hashOf(bytes) }
}

/** Validates like a load, without storing it. */
const tryLoad = (file: string) =>
  withFileName(file, async () => {
    const read = await readPack(file)
    const changes = await inDatabase((tx) => changesByPack(tx, read.pack))
    return { ...read, changes }
  })

/** Prints faults with the file's name. */
const withFileName = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PackRefused) throw new Error(`${file}: no se cargó nada.\n${error.message}`)
    throw error
  }
}

const check = async (file: string): Promise<void> => {
  const { pack, sha256 } = await tryLoad(file)
  print(`${file}: versión ${pack.version}, «${pack.title}», sin errores. SHA-256 ${sha256}`)
}

const diff = async (file: string): Promise<void> => {
  const { changes } = await tryLoad(file)
  print(changes.length > 0 ? changes.join('\n') : 'No cambia nada.')
}

type Who = { by: string; reason?: string }

const load = async (file: string, { by, reason }: Who): Promise<void> => {
  const { pack, changes } = await withFileName(file, async () => {
    const read = await readPack(file)
    const done = await inDatabase((tx) => loadPack(tx, { ...read, by, reason }))
    return { ...read, changes: done }
  })
  print([...changes, `Versión ${pack.version} cargada por ${by}.`].join('\n'))
}

const withdraw = async (version: string, { by, reason }: Who): Promise<void> => {
  const changes = await inDatabase((tx) => withdrawPack(tx, version, { by, reason }))
  print([...changes, `Versión ${version} retirada por ${by}.`].join('\n'))
}

type Listed = {
  key: string
  country: string
  kind: string
  title: string
  from: string | null
  to: string | null
  version: string | null
  override: boolean | null
  overrideBy: string | null
  overrideDay: string | null
  overrideReason: string | null
  undated: boolean
}

const KINDS: Readonly<Record<string, string>> = {
  calendar: 'calendario',
  discount: 'descuento',
  blocks: 'bloquea',
  appeal: 'impugnación',
  unit: 'valor',
}

const switchText = ({ overrideBy, overrideDay, overrideReason }: Listed): string =>
  overrideBy === null ? '' : ` por ${overrideBy}, ${overrideDay}${overrideReason ? `: ${overrideReason}` : ''}`

const situation = (rule: Listed): string => {
  const { country, from, to, override, undated } = rule
  const today = dayIn(asCountry(country), new Date())
  if (reasonInvalid({ validFrom: from, validTo: to }, today) !== null)
    return to !== null && to < today ? 'terminó' : 'aún no empieza'
  if (undated) return 'sin fechas'
  return override === false ? `apagada${switchText(rule)}` : 'se muestra'
}

const SWITCHED = sql`enabled_override as override, override_by as "overrideBy",
  to_char(override_at, 'YYYY-MM-DD') as "overrideDay", override_reason as "overrideReason"`

const readListed = async (tx: Tx): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select rule_key as key, country, 'calendar' as kind, title, valid_from as "from", valid_to as "to",
      pack_version as version, daily or spans = '[]' as undated, ${SWITCHED}
    from calendar_rule
    where declared
    union all
    select rule_key, country, kind, title, valid_from, valid_to, pack_version, false, ${SWITCHED}
    from payment_rule
    where declared
    union all
    select rule_key, country, 'appeal', title, valid_from, valid_to, pack_version, false, ${SWITCHED}
    from appeal_rule
    where declared
    union all
    (select distinct on (unit) unit, country, 'unit', unit || ' ' || value, valid_from, valid_to, pack_version, false,
      null, null, null, null
    from unit_value
    order by unit, valid_from desc)
    order by country desc, kind, key`.execute(tx)
  return rows
}

const rowOf = (rule: Listed): string[] => [
  rule.key,
  rule.country,
  KINDS[rule.kind] ?? rule.kind,
  rule.title,
  `${rule.from ?? '—'} a ${rule.to ?? '—'}`,
  rule.version ?? '—',
  situation(rule),
]

const withdrawnText = ({ withdrawnAt, withdrawnBy, withdrawnReason }: StoredPack): string =>
  withdrawnAt === null
    ? 'en uso'
    : `retirada por ${withdrawnBy}, ${withdrawnAt.slice(0, 10)} (UTC)${withdrawnReason ? `: ${withdrawnReason}` : ''}`

const packRow = (pack: StoredPack): string[] => {
  const { version, title, shipped, loadedAt, loadedBy, reason, sha256 } = pack
  const loaded = shipped ? 'con el producto' : `${loadedBy}, ${loadedAt.slice(0, 10)}`
  return [version, title, loaded, reason ?? '—', sha256.slice(0, 12), withdrawnText(pack)]
}

const endText = ({ validTo, daysLeft }: RuleEnd): string =>
  daysLeft < 0 ? `terminó el ${validTo}` : `termina el ${validTo}, en ${daysLeft} ${daysLeft === 1 ? 'día' : 'días'}`

const listEnding = async (within: number): Promise<void> => {
  const ends = await inDatabase((tx) => readRuleEnds(tx, new Date(), within))
  if (ends.length === 0) return print(`Nada termina en ${within} días sin otra que lo siga.`)
  const rows = ends.map((end) => [end.ruleKey, end.country, KINDS[end.kind] ?? end.kind, end.title, endText(end)])
  print(table([['CLAVE', 'PAÍS', 'CLASE', 'REGLA', 'FIN'], ...rows]))
}

const list = async ({ ending }: { ending?: number }): Promise<void> => {
  if (ending !== undefined) return listEnding(ending)
  const { rules, packs } = await inDatabase(async (tx) => ({ rules: await readListed(tx), packs: await readPacks(tx) }))
  print(table([['CLAVE', 'PAÍS', 'CLASE', 'REGLA', 'VIGENCIA', 'VERSIÓN', 'SITUACIÓN'], ...rules.map(rowOf)]))
  print('')
  print(table([['VERSIÓN', 'TÍTULO', 'CARGADA (UTC)', 'MOTIVO', 'SHA-256', 'SITUACIÓN'], ...packs.map(packRow)]))
}

/** @param override null: the rule is shown while it is in force */
const turn =
  (override: false | null, done: string) =>
  async (key: string, { by, reason }: Who) => {
    const rule = await inDatabase(async (tx) => {
      for (const name of ['calendar_rule', 'payment_rule', 'appeal_rule'] as const)
        await sql`
        update ${sql.table(name)}
        set enabled_override = ${override}, override_at = now(), override_by = ${by},
          override_reason = ${reason ?? null}
        where rule_key = ${key} and declared`.execute(tx)
      const found = (await readListed(tx)).find((each) => each.key === key && each.kind !== 'unit')
      if (!found) throw new Error(`No existe la regla «${key}»; vea padron rules list.`)
      return found
    })
    // The operator's choice does not change the rule's dates, which come from its source.
    const remark =
      override === null && situation(rule) !== 'se muestra' ? ` No se muestra de todos modos: ${situation(rule)}.` : ''
    print(`Regla ${key} ${done} por ${by}.${remark}`)
  }

const asDays = (typed: string): number => {
  if (!/^\d{1,3}$/.test(typed)) throw new InvalidArgumentError('Debe ser un número de días, de 0 a 999.')
  return Number(typed)
}
const asWords =
  (most: number) =>
  (typed: string): string => {
    const words = typed.trim()
    if (words === '' || words.length > most || /\p{C}/u.test(words))
      throw new InvalidArgumentError(`Debe ser un texto de 1 a ${most} caracteres.`)
    return words
  }
const asVersion = (typed: string): string => {
  if (!/^\d{4}-\d\d-\d\d[a-z]?$/.test(typed))
    throw new InvalidArgumentError('Debe ser una versión como 2027-01-15; vea padron rules list.')
  return typed
}

export const addRuleCommands = (program: Command): void => {
  const rules = program.command('rules').description('Reglas y valores oficiales: calendarios, descuentos, UMA, UVT')
  const file = ['<archivo>', 'paquete de reglas, JSON'] as const
  rules
    .command('check')
    .description('Revisa un paquete sin cargarlo')
    .argument(...file)
    .action(check)
  rules
    .command('diff')
    .description('Dice qué cambiaría un paquete')
    .argument(...file)
    .action(diff)
  const recorded = (command: Command): Command =>
    command
      .requiredOption('--by <nombre>', 'quién lo decide', asWords(100))
      .option('--reason <texto>', 'por qué', asWords(300))
  recorded(
    rules
      .command('load')
      .description('Carga un paquete: vale enseguida')
      .argument(...file),
  ).action(load)
  recorded(
    rules
      .command('withdraw')
      .description('Retira un paquete: vuelve lo que había antes')
      .argument('<versión>', 'versión del paquete', asVersion),
  ).action(withdraw)
  rules
    .command('list')
    .description('Lista las reglas y los paquetes')
    .option('--ending <días>', 'sólo lo que terminó, o termina en esos días, sin otra regla que lo siga', asDays)
    .action(list)
  const each = [
    ['off', 'Deja de mostrar una regla', false, 'apagada'],
    ['on', 'Vuelve a mostrarla mientras esté vigente', null, 'encendida'],
  ] as const
  for (const [name, description, override, done] of each)
    recorded(rules.command(name).description(description).argument('<clave>', 'clave de la regla')).action(
      turn(override, done),
    )
}

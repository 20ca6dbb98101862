// `padron calendar …`: the official calendars, and which of them this installation shows. What the operator says
// stays over upgrades.
import type { Command } from 'commander'
import { asSystem } from '../db/client.ts'
import { say, table, withDatabase } from './console.ts'

type Rule = {
  enabled_override: boolean | null
  disagreement: string | null
  spans: unknown
  valid_to: string | null
  daily: boolean
}

const today = (): string => new Date().toISOString().slice(0, 10)

const situation = ({ enabled_override: override, disagreement, spans, valid_to: last, daily }: Rule): string => {
  if (last !== null && last < today()) return 'sin vigencia'
  if (daily || (spans as unknown[]).length === 0) return 'sin fechas'
  if (override !== null) return override ? 'encendido por el operador' : 'apagado por el operador'
  return disagreement === null ? 'se muestra' : 'las fuentes no coinciden'
}

const list = async (): Promise<void> => {
  const rules = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx.selectFrom('calendar_rule').selectAll().where('declared', '=', true).orderBy('place').execute(),
    ),
  )
  const rows = rules.map((rule) => [
    rule.rule_key,
    rule.country,
    rule.title,
    `${rule.valid_from ?? '—'} a ${rule.valid_to ?? '—'}`,
    situation(rule),
  ])
  say(table([['CLAVE', 'PAÍS', 'CALENDARIO', 'VIGENCIA', 'SITUACIÓN'], ...rows]))
}

/** Its time and its dates are the source's, not the operator's. */
const remark = (rule: Rule): string =>
  ['sin vigencia', 'sin fechas'].includes(situation(rule)) ? ` No se muestra de todos modos: ${situation(rule)}.` : ''

const turn = (override: boolean | null, done: string) => async (key: string) => {
  const rule = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .updateTable('calendar_rule')
        .set({ enabled_override: override })
        .where('rule_key', '=', key)
        .where('declared', '=', true)
        .returningAll()
        .executeTakeFirst(),
    ),
  )
  if (!rule) throw new Error(`No existe el calendario «${key}»; vea padron calendar list.`)
  say(`Calendario ${key} ${done}.${override === true ? remark(rule) : ''}`)
}

export const addCalendarCommands = (program: Command): void => {
  const calendar = program.command('calendar').description('Calendarios oficiales, informativos')
  calendar.command('list').description('Lista los calendarios y si se muestran').action(list)
  const each = [
    ['on', 'Muestra un calendario aunque sus fuentes no coincidan', true, 'encendido'],
    ['off', 'Deja de mostrar un calendario', false, 'apagado'],
    ['default', 'Lo muestra si está vigente y sus fuentes coinciden', null, 'como de fábrica'],
  ] as const
  for (const [name, description, override, done] of each)
    calendar
      .command(name)
      .description(description)
      .argument('<clave>', 'clave del calendario')
      .action(turn(override, done))
}

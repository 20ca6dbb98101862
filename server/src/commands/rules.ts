// `padron rules …`: which debts get cheaper and which block a procedure, and which of these rules this installation
// shows. What the operator says stays over upgrades.
import { asCountry, COUNTRIES } from '@padron/contract/countries'
import { localTime } from '@padron/contract/days'
import type { Command } from 'commander'
import { asSystem } from '../db/client.ts'
import { say, table, withDatabase } from './console.ts'

type Rule = {
  country: string
  enabled_override: boolean | null
  disagreement: string | null
  valid_from: string | null
  valid_to: string | null
}

const KINDS: Readonly<Record<string, string>> = { discount: 'descuento', blocks: 'bloquea' }
/** The day that it is in the rule's country: companies of a zone of their own may be a day off, for some hours. */
const todayOf = ({ country }: Rule): string => localTime(new Date(), COUNTRIES[asCountry(country)].timeZone).day
const isInForce = (rule: Rule): boolean => {
  const { valid_from: first, valid_to: last } = rule
  const today = todayOf(rule)
  return (first === null || first <= today) && (last === null || last >= today)
}

const situation = (rule: Rule): string => {
  if (!isInForce(rule)) return 'sin vigencia'
  if (rule.enabled_override !== null)
    return rule.enabled_override ? 'encendida por el operador' : 'apagada por el operador'
  return rule.disagreement === null ? 'se muestra' : 'las fuentes no coinciden o no bastan'
}

const list = async (): Promise<void> => {
  const rules = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx.selectFrom('payment_rule').selectAll().where('declared', '=', true).orderBy('place').execute(),
    ),
  )
  const rows = rules.map((rule) => [
    rule.rule_key,
    rule.country,
    KINDS[rule.kind] ?? rule.kind,
    rule.title,
    `${rule.valid_from ?? '—'} a ${rule.valid_to ?? '—'}`,
    situation(rule),
  ])
  say(table([['CLAVE', 'PAÍS', 'CLASE', 'REGLA', 'VIGENCIA', 'SITUACIÓN'], ...rows]))
}

const turn = (override: boolean | null, done: string) => async (key: string) => {
  const rule = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .updateTable('payment_rule')
        .set({ enabled_override: override })
        .where('rule_key', '=', key)
        .where('declared', '=', true)
        .returningAll()
        .executeTakeFirst(),
    ),
  )
  if (!rule) throw new Error(`No existe la regla «${key}»; vea padron rules list.`)
  // Its time is the source's, not the operator's.
  const remark = override === true && !isInForce(rule) ? ' No se muestra de todos modos: sin vigencia.' : ''
  say(`Regla ${key} ${done}.${remark}`)
}

export const addRuleCommands = (program: Command): void => {
  const rules = program.command('rules').description('Reglas de pago: descuentos y trámites que un adeudo bloquea')
  rules.command('list').description('Lista las reglas y si se muestran').action(list)
  const each = [
    ['on', 'Muestra una regla aunque sus fuentes no coincidan', true, 'encendida'],
    ['off', 'Deja de mostrar una regla', false, 'apagada'],
    ['default', 'La muestra si está vigente y sus fuentes coinciden', null, 'como de fábrica'],
  ] as const
  for (const [name, description, override, done] of each)
    rules.command(name).description(description).argument('<clave>', 'clave de la regla').action(turn(override, done))
}

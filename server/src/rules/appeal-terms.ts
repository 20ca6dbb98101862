// The last days on which debts can be appealed, by the terms in force.
import { addDays } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import type { AppealTerm, RuleSource } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { placeNames, reasonInactive, reasonInvalid, SOURCE_COLUMNS_ALONE } from './in-force.ts'
import { endOfTerm, type WorkingDays } from './working-days.ts'

export type StoredAppealRule = RuleSource & {
  ruleKey: string
  follows: string | null
  once: boolean
  title: string
  where: string
  says: string
  stateIds: number[] | null
  typeIds: number[]
  /** Only debts by camera, or only others; null: all. */
  electronic: boolean | null
  days: number
  dayKind: 'calendar' | 'business'
  countsFrom: 'debt' | 'notification'
  validFrom: string | null
  validTo: string | null
  note: string | null
  enabledOverride: boolean | null
}

export const readAppealRules = async (tx: Tx, country: Country): Promise<StoredAppealRule[]> => {
  const { rows } = await sql<StoredAppealRule>`
    select c.rule_key as "ruleKey", c.follows, c.once, c.title, c.description as says,
      c.state_ids as "stateIds", c.type_ids as "typeIds", c.electronic, c.days, c.day_kind as "dayKind",
      c.counts_from as "countsFrom", c.valid_from as "validFrom", c.valid_to as "validTo", ${SOURCE_COLUMNS_ALONE},
      c.note, c.enabled_override as "enabledOverride",
      ${placeNames(country)} as "where"
    from appeal_rule c
    where c.declared and c.country = ${country}
    order by c.place`.execute(tx)
  return rows
}

/** The terms that apply today. */
export const appealsInForce = (rules: readonly StoredAppealRule[], today: string): StoredAppealRule[] =>
  rules.filter((rule) => reasonInactive(rule, today) === null)

type Term = Pick<StoredAppealRule, 'days' | 'dayKind'>

/** The earliest day of a debt whose term has not ended. */
export const firstDayWithin = ({ days, dayKind }: Term, today: string, workingDays: WorkingDays): string => {
  let first = today
  while (endOfTerm(workingDays, dayKind, addDays(first, -1), days) >= today) first = addDays(first, -1)
  return first
}

type Appealable = {
  typeId: number
  stateId: number
  electronic: boolean | null
  /** The day from the source. */
  day: string | null
  notifiedOn: string | null
}

/**
 * @param rules those in force
 * @returns undefined if no rule applies
 */
export const appealOf = (
  { typeId, stateId, electronic, day, notifiedOn }: Appealable,
  rules: readonly StoredAppealRule[],
  workingDays: WorkingDays,
): AppealTerm | undefined => {
  const rule = rules.find(
    ({ typeIds, stateIds, ...each }) =>
      typeIds.includes(typeId) &&
      (stateIds === null || stateIds.includes(stateId)) &&
      (each.electronic === null || each.electronic === electronic),
  )
  if (!rule) return undefined
  const { ruleKey, title, says, days, dayKind, countsFrom, version, authority, source, sourceDate, link } = rule
  const countedOn = countsFrom === 'debt' ? day : notifiedOn
  if (countedOn !== null && reasonInvalid(rule, countedOn) !== null) return undefined
  const until = countedOn === null ? null : endOfTerm(workingDays, dayKind, countedOn, days)
  return { ruleKey, title, says, days, dayKind, countsFrom, until, version, authority, source, sourceDate, link }
}

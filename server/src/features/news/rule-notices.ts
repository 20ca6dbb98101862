// Notices about the end of official rules: 60, 30 and 7 days before it, and after it. One notice covers all rules of a
// country that end on the same day. A notice ends when other rules that continue them are loaded.
import type { Country } from '@padron/contract/places/countries'
import { countOf } from '@padron/contract/texts/count-of'
import { dateText } from '@padron/contract/texts/day-texts'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { type RuleEnd, readRuleEnds } from '../../rules/rule-ends.ts'
import { readRulesLabel } from '../../rules/store-packs.ts'

const DAYS_BEFORE = [7, 30, 60] as const
const AFTER = -1
/** Rules that ended earlier get no notice; only the lists show them. */
const NOTICE_DAYS_AFTER = 7
const INFORMATION_AT_MOST = 1_000
/** Rules named in a notice; the lists have all of them. */
const NAMED_AT_MOST = 4

const stepOf = (daysLeft: number): number | undefined =>
  daysLeft < 0 ? (daysLeft >= -NOTICE_DAYS_AFTER ? AFTER : undefined) : DAYS_BEFORE.find((days) => daysLeft <= days)

const LISTS = new Intl.ListFormat('es', { type: 'conjunction' })
const countsOf = (ends: readonly RuleEnd[], country: Country): string => {
  const of = (...kinds: RuleEnd['kind'][]) => ends.filter(({ kind }) => kinds.includes(kind))
  const calendars = of('calendar').length
  const rules = of('discount', 'blocks', 'appeal').length
  return LISTS.format([
    ...(calendars > 0 ? [countOf(calendars, 'calendario oficial', 'calendarios oficiales', country)] : []),
    ...(rules > 0 ? [countOf(rules, 'regla de pago', 'reglas de pago', country)] : []),
    ...of('unit').map(({ title }) => `el valor de la ${title}`),
  ])
}

type Notice = { country: Country; validTo: string; days: number; title: string; information: string }

/** @param ends of one country and day */
const noticeOf = (ends: readonly RuleEnd[]): Notice[] => {
  const [first] = ends
  const days = first && stepOf(first.daysLeft)
  if (!first || days === undefined) return []
  const { country, validTo } = first
  const one = ends.length === 1
  const verb = days === AFTER ? (one ? 'Terminó' : 'Terminaron') : one ? 'Termina' : 'Terminan'
  const after =
    days === AFTER
      ? 'Se muestran como terminados y ya no se aplican.'
      : 'Después de ese día se muestran como terminados y no se aplican.'
  const names = ends.slice(0, NAMED_AT_MOST).map(({ title }) => title)
  const others = ends.length - names.length
  const list = [...names, ...(others > 0 ? [`y ${others} más`] : [])].join('; ')
  const about = `No hay otra versión cargada. ${after}`
  return [
    {
      country,
      validTo,
      days,
      title: `${verb} el ${dateText(validTo, '')}: ${countsOf(ends, country)}`,
      information: `${about} ${list}.`.slice(0, INFORMATION_AT_MOST),
    },
  ]
}

const readNotices = async (tx: Tx, now: Date): Promise<Notice[]> => {
  const ends = await readRuleEnds(tx, now, DAYS_BEFORE[2])
  const together = Map.groupBy(ends, ({ country, validTo }) => `${country} ${validTo}`)
  return [...together.values()].flatMap((each) => noticeOf(each))
}

/** Publishes the notice once, or updates its text. A notice that the operator removed is not published again. */
const publish = async (tx: Tx, { country, validTo, days, title, information }: Notice, now: Date): Promise<void> => {
  const { rows } = await sql<{ newsId: number | null }>`
    select news_id as "newsId"
    from rule_notice
    where country = ${country} and valid_to = ${validTo} and days = ${days}`.execute(tx)
  const [known] = rows
  if (!known)
    await sql`
      with item as (
        insert into news_item (title, information, country, published_at)
        values (${title}, ${information}, ${country}, ${now.toISOString()}) returning news_id)
      insert into rule_notice (country, valid_to, days, news_id)
      select ${country}, ${validTo}, ${days}, news_id
      from item`.execute(tx)
  else if (known.newsId !== null)
    await sql`
      update news_item
      set title = ${title}, information = ${information}, ends_at = null
      where news_id = ${known.newsId} and (title, information, ends_at is null) is distinct from
        (${title}, ${information}, true)`.execute(tx)
}

/** Ends notices that a later step replaced, or that are no longer true. */
const endOthers = (tx: Tx, notices: readonly Notice[], now: Date) => {
  const current = notices.map(({ country, validTo, days }) => `${country} ${validTo} ${days}`)
  return sql`
    update news_item i
    set ends_at = ${now.toISOString()}
    from rule_notice n
    where n.news_id = i.news_id and i.ends_at is null
      and not (concat_ws(' ', n.country, n.valid_to, n.days) = any(${current}))`.execute(tx)
}

/** One at a time, in any number of processes. @returns how many notices are published now */
export const writeRuleNotices = (db: Db, now: Date): Promise<number> =>
  asSystem(db, async (tx) => {
    await sql`lock table rule_notice in share row exclusive mode`.execute(tx)
    const notices = await readNotices(tx, now)
    for (const notice of notices) await publish(tx, notice, now)
    await endOthers(tx, notices, now)
    return notices.length
  })

/** Each hour, at the start, and within a minute after the rules changed. */
export const ruleNotices = ({ db, now }: { db: Db; now: () => Date }): Schedule => {
  let written = ''
  return {
    everyMs: 60_000,
    run: async () => {
      const at = now()
      const current = `${at.toISOString().slice(0, 13)} ${await asSystem(db, readRulesLabel)}`
      if (current === written) return
      await writeRuleNotices(db, at)
      written = current
    },
    failure: 'notices of ending rules could not be published',
  }
}

// The values of units and the holidays of a country for display: with their sources and ends.
import { addDays } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { ENDING_DAYS, type OfficialHoliday, type Unit, type UnitValue } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { SOURCE_COLUMNS_ALONE } from './in-force.ts'
import { type HolidayRule, holidayOn } from './working-days.ts'

/** By unit, the newest first. */
export const readUnitsInWords = async (tx: Tx, country: Country, today: string): Promise<UnitValue[]> => {
  const { rows } = await sql<UnitValue>`
    select c.unit, c.value::float8 as value, c.valid_from as "validFrom", c.valid_to as "validTo",
      ${SOURCE_COLUMNS_ALONE}, c.valid_to <= ${addDays(today, ENDING_DAYS)}::date and not exists (
        select
        from unit_value n
        where n.unit = c.unit and n.valid_to > c.valid_to
          and n.valid_from <= greatest(c.valid_to + 1, ${today}::date)) as unreplaced
    from unit_value c
    where c.country = ${country}
    order by c.unit, c.valid_from desc`.execute(tx)
  return rows
}

/** For each unit the value in force; without one the last before it, or the first to come. */
export const presentValues = (values: readonly UnitValue[], today: string): UnitValue[] => {
  const ofUnits = Map.groupBy(values, ({ unit }) => unit) as ReadonlyMap<Unit, readonly UnitValue[]>
  return [...ofUnits.values()].flatMap((all) => all.find(({ validFrom }) => validFrom <= today) ?? all.at(-1) ?? [])
}

type StoredHoliday = Omit<OfficialHoliday, 'nextOn'> & HolidayRule

/** The next one first. */
export const readHolidays = async (tx: Tx, country: Country, today: string): Promise<OfficialHoliday[]> => {
  const { rows } = await sql<StoredHoliday>`
    select c.rule_key as "ruleKey", c.title as name, c.day, c.easter, c.moved, c.valid_from as "validFrom",
      c.valid_to as "validTo", ${SOURCE_COLUMNS_ALONE}
    from holiday_rule c
    where c.country = ${country}
    order by c.place`.execute(tx)
  const year = Number(today.slice(0, 4))
  return rows
    .map(({ day, easter, moved, ...holiday }) => {
      const rule = { day, easter, moved, validFrom: holiday.validFrom, validTo: holiday.validTo }
      const days = [year, year + 1].flatMap((each) => holidayOn(rule, each) ?? [])
      return { ...holiday, nextOn: days.find((each) => each >= today) ?? null }
    })
    .toSorted((a, b) => (a.nextOn ?? '9').localeCompare(b.nextOn ?? '9'))
}

// The last days on which the listed debts can be appealed, by the terms in force: for the drawer, workbooks and PDFs.
import type { Country } from '@padron/contract/places/countries'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { debtDayOf } from '../checks/store/debt-changes.ts'
import type { Tx } from '../db/client.ts'
import { appealOf, appealsInForce, readAppealRules, type StoredAppealRule } from '../rules/appeal-terms.ts'
import { readWorkingDays, type WorkingDays } from '../rules/working-days.ts'

export type Appeals = { rules: readonly StoredAppealRule[]; workingDays: WorkingDays }

/** @param today the company's day */
export const readAppealTerms = async (tx: Tx, country: Country, today: string): Promise<Appeals> => ({
  rules: appealsInForce(await readAppealRules(tx, country), today),
  workingDays: await readWorkingDays(tx, country),
})

type DebtOrigin = { typeId: number; stateId: number }

export const withAppeal = (row: DebtRow, { typeId, stateId }: DebtOrigin, { rules, workingDays }: Appeals): DebtRow => {
  const { electronic = null, notifiedOn = null, dateTime } = row
  const appeal = appealOf({ typeId, stateId, electronic, day: debtDayOf(dateTime), notifiedOn }, rules, workingDays)
  return appeal ? { ...row, appeal } : row
}

export const withAppeals = (results: ResourceResult[], origin: DebtOrigin, appeals: Appeals): ResourceResult[] => {
  if (appeals.rules.length === 0) return results
  const each = (row: DebtRow): DebtRow => withAppeal(row, origin, appeals)
  return results.map((result) => ({
    ...result,
    scrapedTickets: result.scrapedTickets.map(each),
    scrapedTenencias: result.scrapedTenencias.map(each),
    scrapedRefrendo: result.scrapedRefrendo.map(each),
  }))
}

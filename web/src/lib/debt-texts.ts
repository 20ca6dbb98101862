// What a vehicle owes, in words: one rule for the list and the drawer. The server adds; here it is only decided what
// may be said of the sum. Zero is a quiet dash only where every kind of debt has a valid answer, those that wait for
// a person too; what waits for a person is displayed beside a sum.
import type { Debt } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { countOf } from '@padron/contract/texts/count-of'
import { moneyText, UNKNOWN } from './money-text.ts'

// Which kinds of debt nobody has answered is the contract's rule: workbooks go by it too.
export { byHandOf, debtAnswersOfRow, isByHand, missingOf } from '@padron/contract/rules/debt-answers'

/**
 * @param missing every kind of debt without an answer, whoever asks it. `amount` in money or words, `more`: the debts
 * whose amount no source gave.
 */
export const debtWords = ({ total, withoutAmount }: Debt, missing: { length: number }, country: Country) => ({
  amount: total || !(withoutAmount || missing.length) ? moneyText(total, country) : UNKNOWN,
  more: withoutAmount > 0 ? countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe', country) : '',
})

/** What the sum does not count, since only a person can look it up; undefined where there is nothing of the kind. */
export const byHandWords = (byHand: readonly number[], country: Country): string | undefined =>
  byHand.length > 0
    ? `Sin contar ${byHand.map((id) => typeName(id, country)).join(', ')}: por captura manual`
    : undefined

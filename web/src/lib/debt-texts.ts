// A vehicle's debt in words: one rule for the list and the drawer. The server computes the sum; this decides how it is
// described. Zero is a dash only if every kind of debt has a valid answer, including those that need a person; the
// latter are mentioned beside a sum.
import type { Debt } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { countOf } from '@padron/contract/texts/count-of'
import { moneyText, UNKNOWN } from './money-text.ts'

// Which kinds of debt have no answer is decided in the contract, because workbooks need it too.
export { byHandOf, debtAnswersOfRow, isByHand, missingOf } from '@padron/contract/rules/debt-answers'

/**
 * @param missing every kind of debt without an answer, by machine or person
 * @returns `amount` in money or words; `more`: the debts without an amount
 */
export const debtWords = ({ total, withoutAmount }: Debt, missing: { length: number }, country: Country) => ({
  amount: total || !(withoutAmount || missing.length) ? moneyText(total, country) : UNKNOWN,
  more: withoutAmount > 0 ? countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe', country) : '',
})

/** The kinds that the sum does not include, because only a person can look them up; undefined without any. */
export const byHandWords = (byHand: readonly number[], country: Country): string | undefined =>
  byHand.length > 0
    ? `Sin contar ${byHand.map((id) => typeName(id, country)).join(', ')}: por captura manual`
    : undefined

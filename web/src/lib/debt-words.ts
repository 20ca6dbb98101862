// What a vehicle owes, in words: one rule for the list and the drawer. The server adds; here it is only decided what may
// be said of the sum. Zero is a quiet dash only where EVERY kind of debt has a valid answer. Where one was never asked
// (a state without an automatic source) or could not be answered, "nothing owed" would be a pretence: it is not known.
import type { Debt } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import { moneyText, UNKNOWN } from './money-text.ts'

// Which kinds of debt nobody has answered is the contract's rule: workbooks go by it too.
export { missingOf, missingOfRow } from '@padron/contract/standing'

/** `amount` in money or words, `more`: the debts whose amount no source gave. */
export const debtWords = ({ total, withoutAmount }: Debt, missing: readonly number[], country: Country) => ({
  amount: total || !(withoutAmount || missing.length) ? moneyText(total, country) : UNKNOWN,
  more: withoutAmount > 0 ? `${withoutAmount} ${withoutAmount === 1 ? 'adeudo' : 'adeudos'} sin importe` : '',
})

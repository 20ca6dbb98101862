// SIMIT through Verifik, by plate → fines (type 1) and comparendos (type 13). Clear means empty lists and totals of
// zero for the queried plate; a 404 «Record not found.» does not mean clear. If totals and rows differ, no plate is
// given or a form is undocumented, debts are listed and no type is called clear.
import { addMoney } from '@padron/contract/money'
import { defineConnector, type Finding, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, fits } from '../parsing/answers.ts'
import { addUnknownFields } from '../parsing/known-shapes.ts'
import { cents } from '../parsing/money.ts'
import { debt, everyType, missing, owedOr, payable, remark, unpriced } from '../parsing/payables.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { bearer, hasNoRecord, readVerifik } from '../parsing/verifik.ts'
import { Account, agreementsIn, isComparendo, isPaid, paidIn, resultsOf, rowsIn, unexplainedIn } from './simit-rows.ts'

const TYPES = [1, 13] as const
const AGREEMENTS = 'Acuerdos de pago'

const hasAgreements = (account: Account): boolean =>
  agreementsIn(account).length > 0 || account.totalAcuerdosPagar > 0 || Number(account.cantAcuerdosPagar) > 0

/**
 * Debts under payment agreements: the part of the general total beyond the fines; without an amount if only the list or
 * a count shows that there are agreements.
 */
function agreementsOf(account: Account) {
  const amountOwed = addMoney([account.totalGeneral, -account.totalMultas])
  if (amountOwed > 0) return [payable(1, AGREEMENTS, [debt(AGREEMENTS, { subTotal: amountOwed })])]
  return hasAgreements(account) ? [payable(1, AGREEMENTS, [unpriced(AGREEMENTS)])] : []
}

/** Reasons why no type may be called clear, whatever the totals are. */
const doubtsOf = (account: Account): string[] => [
  ...(account.plate ? [] : ['La respuesta no dice de qué placa es.']),
  ...unexplainedIn(account).map((name) => `La fuente dice en «${name}» algo que no se puede leer.`),
]

function read(account: Account, { plate }: Subject): Parsed {
  const listed = rowsIn(account)
  const plates = [...(account.plate ? [account.plate] : []), ...listed.map(({ placa }) => placa)]
  if (plates.some((one) => !sameIdentifier(plate, one))) return drift('La respuesta trae infracciones de otra placa.')
  const rows = listed.filter((row) => !isPaid(row))
  const paid = paidIn(listed) // under both types: a comparendo becomes a multa under the same number
  const { totalMultas, totalGeneral, totalMultasPagar } = account
  const sum = addMoney(rows.map(({ valorPagar }) => valorPagar))
  const mismatch =
    cents(sum) !== cents(totalMultas) || rows.length < totalMultasPagar || cents(totalGeneral) < cents(totalMultas)
  if (mismatch && !rows.length) return drift('La fuente da un total a pagar y no lista infracciones.')
  if (!plates.length) return drift('La respuesta no dice de qué placa es.')
  const doubts = doubtsOf(account)
  const fines = [
    ...resultsOf(
      1,
      'Multas SIMIT',
      rows.filter((row) => !isComparendo(row)),
      mismatch,
    ),
    ...agreementsOf(account),
  ]
  const tickets = resultsOf(13, 'Comparendos SIMIT', rows.filter(isComparendo), mismatch)
  // An unread list of agreements could hide a fine, so fines are listed but not called clear.
  const hasUnreadAgreements = account.acuerdosPago === null || account.acuerdosPagos === null
  const unread = mismatch || hasUnreadAgreements || doubts.length > 0
  // The part of the total beyond the fines counts as agreements; if none is listed, it may be missing comparendos.
  const isUnexplained = cents(totalGeneral) > cents(totalMultas) && !hasAgreements(account)
  const unreadTickets = mismatch || isUnexplained || doubts.length > 0 || (account.comparendos ?? null) === null
  const findings: Finding[] = [
    ...(fines.length || !unread ? [{ ...owedOr(1, 0, 1, fines), ...paid, ...missing(unread) }] : []),
    ...(tickets.length || !unreadTickets
      ? [{ ...owedOr(13, 24, 25, tickets), ...paid, ...missing(unreadTickets) }]
      : []),
  ]
  const remarks = [
    ...(mismatch ? ['El total de la fuente no es la suma de sus infracciones.'] : []),
    ...(hasUnreadAgreements ? ['La fuente no pudo leer los acuerdos de pago.'] : []),
    ...doubts,
  ]
  if (!findings.length && doubts[0]) return drift(doubts[0])
  const isWhole = findings.length === 2 && !hasUnreadAgreements && doubts.length === 0 && (mismatch || !unreadTickets)
  return { outcome: isWhole ? 'ok' : 'partial', findings, remarks }
}

/** Not clear: the provider does not document whether a plate without debts gets the same answer. */
const noRecord = (): Parsed => ({
  outcome: 'ok',
  findings: everyType(TYPES, 11, [
    remark('Respuesta de la fuente', [{ label: 'Mensaje', value: 'SIMIT no tiene registro de esta placa' }]),
  ]),
})

function parse([answer]: readonly RawAnswer[], subject: Subject): Parsed {
  if (answer && hasNoRecord(answer)) return noRecord()
  const data = readVerifik(answer)
  if (data.trouble) return data.trouble
  const account = fits(Account, data.value)
  return account.trouble ?? read(account.value, subject)
}

export const simit = defineConnector({
  key: 'co-simit',
  portal: 'verifik-simit',
  country: 'CO',
  types: TYPES,
  mode: 'licensed',
  provenance: 'documented',
  inputs: ['plate'],
  // The provider's own front end waits as long: the first call fills its cache.
  deadlineMs: 30_000,
  parserVersion: 6,
  delivery: 'sync',
  fetch: async ({ plate }, client) => [
    await client.request({ path: '/v2/co/simit/consultar/placa', query: { plate }, headers: bearer(client) }),
  ],
  parse: (answers, subject) => addUnknownFields('co-simit', answers.at(-1), parse(answers, subject)),
})

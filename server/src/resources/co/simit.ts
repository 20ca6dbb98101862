// SIMIT through Verifik, by plate → fines (type 1) and comparendos (type 13). No debts is a documented 404, or empty
// lists whose totals are zero too. Where the source's total is not the sum of its rows, the debts are told with the
// difference and nothing is called clear.
import { addMoney } from '@padron/contract/money'
import { z } from 'zod/mini'
import { defineConnector, type Finding, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed, fits, readAnswer, says } from '../parsing/answers.ts'
import { maybe } from '../parsing/fields.ts'
import { tellNewFields } from '../parsing/known-shapes.ts'
import { cents } from '../parsing/money.ts'
import { debt, missing, owedOr, payable } from '../parsing/payables.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { Account, isComparendo, isPaid, paidIn, resultsOf, rowsIn } from './simit-rows.ts'

// The whole sentence: a bare NotFound could also be an address that no longer exists.
const NoRecord = z.looseObject({
  code: z.literal('NotFound'),
  message: z.string().check(z.regex(/^record not found\.?\s*$/i)),
})
const Envelope = z.looseObject({
  value: z.looseObject({ value: z.looseObject({ data: z.optional(z.unknown()), error: maybe }) }),
})

const AGREEMENTS = 'Acuerdos de pago'

function read(account: Account, { plate }: Subject): Parsed {
  const listed = rowsIn(account)
  if (listed.some(({ placa }) => !sameIdentifier(plate, placa)))
    return drift('La respuesta trae infracciones de otra placa.')
  const rows = listed.filter((row) => !isPaid(row))
  const paid = paidIn(listed) // under both types: a comparendo becomes a multa under the same number
  const sum = addMoney(rows.map(({ valorPagar }) => valorPagar))
  const mismatch = cents(sum) !== cents(account.totalMultasPagar) || rows.length !== account.cantMultasPagar
  if (mismatch && !rows.length) return drift('La fuente da un total a pagar y no lista infracciones.')
  const agreed = account.totalAcuerdosPagar
  const agreements = agreed > 0 ? [payable(1, AGREEMENTS, [debt(AGREEMENTS, { subTotal: agreed })])] : []
  const fines = [
    ...resultsOf(
      1,
      'Multas SIMIT',
      rows.filter((row) => !isComparendo(row)),
      mismatch,
    ),
    ...agreements,
  ]
  const tickets = resultsOf(13, 'Comparendos SIMIT', rows.filter(isComparendo), mismatch)
  // An unread list of agreements could hide a fine under agreement: fines are then told but not called clear.
  const unread = mismatch || account.acuerdosPago === null
  const findings: Finding[] = [
    ...(fines.length || !unread ? [{ ...owedOr(1, 0, 1, fines), ...paid, ...missing(unread) }] : []),
    ...(tickets.length || !mismatch ? [{ ...owedOr(13, 24, 25, tickets), ...paid, ...missing(mismatch) }] : []),
  ]
  const remarks = [
    ...(mismatch ? ['El total de la fuente no es la suma de sus infracciones.'] : []),
    ...(account.acuerdosPago === null ? ['La fuente no pudo leer los acuerdos de pago.'] : []),
  ]
  return { outcome: findings.length === 2 && account.acuerdosPago ? 'ok' : 'partial', findings, remarks }
}

function parse([answer]: readonly RawAnswer[], subject: Subject): Parsed {
  if (answer && says(answer, 404, NoRecord))
    return { outcome: 'ok', findings: [owedOr(1, 0, 1, []), owedOr(13, 24, 25, [])] }
  const envelope = readAnswer(answer, Envelope)
  if (envelope.trouble) return envelope.trouble
  const { data, error } = envelope.value.value.value
  if (error) return failed(error)
  const account = fits(Account, data)
  return account.trouble ?? read(account.value, subject)
}

export const simit = defineConnector({
  key: 'co-simit',
  portal: 'verifik-simit',
  country: 'CO',
  types: [1, 13],
  mode: 'licensed',
  inputs: ['plate'],
  deadlineMs: 15_000,
  parserVersion: 2,
  delivery: 'sync',
  fetch: async ({ plate }, door) => [
    await door.request({
      path: '/v2/co/simit/consultar/placa',
      query: { plate },
      headers: { authorization: `Bearer ${door.credential}` },
    }),
  ],
  parse: (answers, subject) => tellNewFields('co-simit', answers.at(-1), parse(answers, subject)),
})

// Nuevo León's account statement by plate → types 0, 1, 6 and 8. Two steps: GET gives the form's tokens, POST wants them
// back. The whole statement is one payment line; its rows must add up to its total, else nothing of it is believed.
import { addMoney, money } from '@padron/contract/money'
import { typeName } from '@padron/contract/resources'
import {
  defineConnector,
  type Finding,
  type Parsed,
  type PortalDoor,
  type RawAnswer,
  type Subject,
} from '../connector.ts'
import { asksForHuman, drift, failed, refusalOf } from '../parsing/answers.ts'
import { cents } from '../parsing/money.ts'
import { missing, owedOr, payable } from '../parsing/payables.ts'
import { unknownVehicle } from '../parsing/registration.ts'
import { fold, sameIdentifier, webLink } from '../parsing/text.ts'
import { pageOf, type Statement, tokensOf } from './nl-page.ts'
import { debtsOf } from './nl-rows.ts'

const TYPES = [0, 1, 6, 8] as const
const STATUS = { 0: [2, 3], 1: [0, 1], 6: [9, 7], 8: [16, 17] } as const
const PATH = '/EstadodeCuenta'

/** A form page with a captcha, or without its tokens, is the end: nobody solves captchas here. */
async function fetch({ plate }: Subject, door: PortalDoor): Promise<RawAnswer[]> {
  const form = await door.request({ path: PATH })
  const tokens = form.status === 200 && !asksForHuman(form.body) ? tokensOf(form.body) : undefined
  if (!tokens) return [form]
  return [form, await door.request({ method: 'POST', path: PATH, form: { ...tokens, txtPlaca: plate } })]
}

/** Why the statement is not to be believed. */
function flawOf({ plate, rows, total, saysClear, notice }: Statement, asked: string): string | undefined {
  if (!sameIdentifier(asked, plate)) return 'El estado de cuenta es de otra placa.'
  const sum = addMoney(rows.map(({ amount }) => amount))
  if (cents(sum) !== cents(total))
    return `Los renglones suman ${money(sum, 'MX')} y el total dice ${money(total, 'MX')}.`
  if (saysClear && rows.length) return 'El estado de cuenta dice «sin adeudos» y lista adeudos.'
  if (!saysClear && !rows.length && !notice) return 'El estado de cuenta no lista adeudos ni dice «sin adeudos».'
  return undefined
}

function findingOf(
  type: (typeof TYPES)[number],
  { rows, total, line, due, receipt }: Statement,
  origin?: string,
): Finding {
  const debts = debtsOf(type, rows)
  const [owed, clear] = STATUS[type]
  const url = receipt && webLink(receipt, origin)
  const result = payable(type, `${typeName(type, 'MX')} Nuevo León`, debts, {
    paymentLine: line,
    paymentLineDueDate: due,
  })
  const whole = cents(result.total ?? 0) !== cents(total)
  const notes = [{ label: 'Línea de captura', value: `Cubre todo el estado de cuenta: ${money(total, 'MX')}` }]
  const finding = owedOr(type, owed, clear, debts.length ? [whole && line ? { ...result, notes } : result] : [])
  return url ? { ...finding, evidence: [{ name: 'Comprobante de consulta', url }] } : finding
}

/** With a notice the statement is partial: it touches the fines if it speaks of them, else everything; what it touches is left out where it has no rows. */
const touches = (notice: string, { type }: Finding): boolean => !/MULTA|INFRACCI/.test(fold(notice)) || type === 1

function read(statement: Statement, { plate }: Subject, origin?: string): Parsed {
  const flaw = flawOf(statement, plate)
  if (flaw) return drift(flaw)
  const all = TYPES.map((type) => findingOf(type, statement, origin))
  const { notice } = statement
  if (!notice) return { outcome: 'ok', findings: all }
  const told = all.filter((finding) => finding.results.length || !touches(notice, finding))
  const findings = statement.rows.length
    ? told.map((finding) => ({ ...finding, ...missing(touches(notice, finding)) }))
    : []
  return findings.length ? { outcome: 'partial', findings, remarks: [notice] } : failed(notice)
}

function parse(answers: readonly RawAnswer[], subject: Subject): Parsed {
  const answer = answers.at(-1)
  if (!answer) return drift('No hubo respuesta que leer.')
  const refused = refusalOf(answer)
  if (refused) return refused
  const page = pageOf(answer.body)
  if (!page) return drift(answer.body.trim() ? 'La página llegó incompleta.' : 'La respuesta llegó vacía.')
  if (page.error) return failed(page.error)
  if (page.message)
    return unknownVehicle(page.message, TYPES) ?? drift(`La fuente dice «${page.message}», que no se reconoce.`)
  if (typeof page.statement === 'string') return drift(page.statement)
  return read(page.statement, subject, answer.origin)
}

export const nlEstadoCuenta = defineConnector({
  key: 'mx-nl-estado-cuenta',
  portal: 'nl-icv',
  country: 'MX',
  states: [19],
  types: TYPES,
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 45_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch,
  parse,
})

// AVIT (Quipux), the fines portal of several cities → types 1 and 13. The login says whether a captcha stands in the way: only
// where it says "disable" is anything asked. Each city is an installation of its own, so each is a connector with its own
// portal: an answer of one city says nothing of another. The inner names of the rows are partly recalled.
import { z } from 'zod/mini'
import {
  type Connector,
  defineConnector,
  type Finding,
  type Parsed,
  type PortalDoor,
  type RawAnswer,
  type Subject,
} from '../connector.ts'
import { drift, failed, fits, type Read, readAnswer, trouble } from '../parsing/answers.ts'
import { coMoney, date, maybe, phrase, rowsOf, text, whole } from '../parsing/fields.ts'
import { debt, everyType, missing, owedOr, payable, remark, unpriced } from '../parsing/payables.ts'
import { sameIdentifier } from '../parsing/text.ts'

export const AVIT_CITIES = [
  { city: 'medellin', name: 'Medellín', stateId: 1005 },
  { city: 'bello', name: 'Bello', stateId: 1005 },
  { city: 'itagui', name: 'Itagüí', stateId: 1005 },
  { city: 'envigado', name: 'Envigado', stateId: 1005 },
  { city: 'rionegro', name: 'Rionegro', stateId: 1005 },
  { city: 'cali', name: 'Cali', stateId: 1076 },
  { city: 'armenia', name: 'Armenia', stateId: 1063 },
] as const

const Login = z.looseObject({ token: z.string().check(z.regex(/^[\x21-\x7e]{1,4000}$/)), rcSiteKey: text })
const Row = z.looseObject({
  placa: text,
  fechaComparendo: date,
  valor: z.nullable(coMoney),
  estado: z.pipe(phrase, z.enum(['PENDIENTE', 'PAGADO'])),
  numeroComparendo: maybe,
  numeroResolucion: maybe,
  codigoInfraccion: maybe,
})
type Row = z.infer<typeof Row>
const maybeRows = z.optional(z.nullable(z.array(z.unknown())))
const Resolved = z.looseObject({
  consultaMultaOComparendoOutDTO: z.looseObject({
    estado: z.looseObject({ codigoEstado: whole, descripcion: maybe }),
    informacionComparendo: maybeRows,
    informacionMulta: maybeRows,
  }),
})
const Account = z.looseObject({
  consultaMultaOComparendoOutDTO: z.looseObject({
    informacionComparendo: z.nullable(rowsOf(Row)),
    informacionMulta: z.nullable(rowsOf(Row)),
    informacionMoroso: z.nullable(rowsOf(z.unknown())),
  }),
})
const ANSWERED = 1
const NO_INFORMATION = 4
const Failed = z.looseObject({ error: z.literal(true), mensaje: maybe })

/** The session's token is no evidence. */
const withoutToken = (answer: RawAnswer, login: z.infer<typeof Login>): RawAnswer => ({
  ...answer,
  body: JSON.stringify({ ...login, token: 'omitido' }),
})

async function fetch({ plate }: Subject, door: PortalDoor): Promise<RawAnswer[]> {
  const answer = await door.request({ method: 'POST', path: '/login', json: {} })
  const { value: login } = readAnswer(answer, Login)
  if (!login) return [answer]
  const first = withoutToken(answer, login)
  if (login.rcSiteKey !== 'disable') return [first]
  const headers = { authorization: `Bearer ${login.token}` }
  return [
    first,
    await door.request({ method: 'POST', path: '/home/findInfoHomePublic', headers, json: { placa: plate } }),
  ]
}

function refusedAtDoor(answer: RawAnswer): Parsed {
  const login = readAnswer(answer, Login)
  if (login.trouble) return login.trouble
  return login.value.rcSiteKey === 'disable'
    ? drift('La fuente no dio respuesta.')
    : trouble('captcha', 'La fuente pide resolver un captcha.')
}

const debtOf = ({ codigoInfraccion, valor, numeroComparendo, numeroResolucion, fechaComparendo }: Row) => {
  const description = `Infracción ${codigoInfraccion ?? ''}`.trim()
  const facts = { folio: numeroComparendo ?? numeroResolucion, dateTime: fechaComparendo }
  return valor === null ? unpriced(description, facts) : debt(description, { subTotal: valor }, facts)
}

const TYPES = [1, 13] as const
const STATUS = { 1: [0, 1], 13: [24, 25] } as const

/** A list that is null was not read: what is owed is told, nothing is called clear. */
function findingsOf(
  type: 1 | 13,
  name: string,
  rows: readonly Row[] | null,
  overdue: readonly unknown[] | null,
): Finding[] {
  const owed = (rows ?? []).filter(({ estado }) => estado === 'PENDIENTE').map(debtOf)
  const others = (overdue ?? []).map(() => unpriced('Cobro por mora'))
  const debts = [...owed, ...others]
  const unread = rows === null || overdue === null
  if (!debts.length && unread) return []
  const [debtStatus, clear] = STATUS[type]
  return [{ ...owedOr(type, debtStatus, clear, debts.length ? [payable(type, name, debts)] : []), ...missing(unread) }]
}

/** Folios listed as paid, under both types: a comparendo becomes a multa under the same number. */
const paidIn = (rows: readonly Row[]): { paid?: string[] } => {
  const paid = rows.flatMap((row) => (row.estado === 'PAGADO' && debtOf(row).folio) || [])
  return paid.length ? { paid } : {}
}

/** What the code of the answer says before its lists may be read; undefined where it was answered. */
function unresolved(value: unknown): Parsed | undefined {
  const resolved = fits(Resolved, value)
  if (resolved.trouble) return resolved.trouble
  const { estado, informacionComparendo, informacionMulta } = resolved.value.consultaMultaOComparendoOutDTO
  if (estado.codigoEstado === ANSWERED) return undefined
  const said = estado.descripcion ?? `código ${estado.codigoEstado}`
  if (estado.codigoEstado !== NO_INFORMATION) return failed(`no resolvió la consulta (${said})`)
  if (informacionComparendo?.length || informacionMulta?.length)
    return drift('La fuente dice que no tiene información y lista infracciones.')
  const notes = [remark('Respuesta de la fuente', [{ label: 'Mensaje', value: said }])]
  return { outcome: 'ok', findings: everyType(TYPES, 11, notes) }
}

function read(account: Read<z.infer<typeof Account>>, { plate }: Subject, name: string): Parsed {
  if (account.trouble) return account.trouble
  const {
    informacionComparendo: tickets,
    informacionMulta: fines,
    informacionMoroso: overdue,
  } = account.value.consultaMultaOComparendoOutDTO
  const strange = [...(tickets ?? []), ...(fines ?? [])].some((row) => !sameIdentifier(plate, row.placa))
  if (strange) return drift('La respuesta trae infracciones de otra placa.')
  const paid = paidIn([...(tickets ?? []), ...(fines ?? [])])
  const findings = [
    ...findingsOf(1, `Multas ${name}`, fines, overdue),
    ...findingsOf(13, `Comparendos ${name}`, tickets, []),
  ].map((finding) => ({ ...finding, ...paid }))
  if (findings.length === 2 && fines && tickets && overdue) return { outcome: 'ok', findings }
  if (!findings.length) return failed('no pudo leer ninguna de sus secciones')
  return { outcome: 'partial', findings, remarks: ['La fuente no pudo leer todas sus secciones.'] }
}

const avit = ({ city, name, stateId }: (typeof AVIT_CITIES)[number]): Connector =>
  defineConnector({
    key: `co-avit-${city}`,
    portal: `avit-${city}`,
    country: 'CO',
    states: [stateId],
    types: TYPES,
    mode: 'form',
    inputs: ['plate'],
    deadlineMs: 90_000,
    parserVersion: 2,
    delivery: 'sync',
    fetch,
    parse: (answers, subject) => {
      const [first, answer] = answers
      if (!first) return drift('No hubo respuesta que leer.')
      if (!answer) return refusedAtDoor(first)
      const said = readAnswer(answer, z.looseObject({}))
      if (said.trouble) return said.trouble
      const refusal = fits(Failed, said.value)
      if (refusal.value) return failed(refusal.value.mensaje ?? '')
      return unresolved(said.value) ?? read(fits(Account, said.value), subject, name)
    },
  })

export const AVIT = AVIT_CITIES.map(avit)

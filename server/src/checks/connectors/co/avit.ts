// AVIT (Quipux), the fines portal of several cities → types 1 and 13. The response to the anonymous user's login says
// whether a captcha is needed and sets the session cookie; the query continues only for "disable". Each city is its own
// connector and portal. Derived from public clients; no document of the provider is known.
import { z } from 'zod/mini'
import {
  type Connector,
  defineConnector,
  type Finding,
  type Parsed,
  type PortalClient,
  PortalTrouble,
  type RawAnswer,
  type Subject,
} from '../connector.ts'
import { drift, failed, fits, readAnswer, readJson, trouble } from '../parsing/answers.ts'
import { failureInside } from '../parsing/failure-inside.ts'
import { maybe, rowsSchema, text, whole } from '../parsing/fields.ts'
import { everyType, missing, owedOr, payable, remark, unpriced } from '../parsing/payables.ts'
import { bareIdentifier, fold, sameIdentifier } from '../parsing/text.ts'
import { avitDebt, FineRow, mayBeMulta, resolutionOf, rowsIn, TicketRow } from './avit-rows.ts'

/** `front`: the city's page, which its own script sends in every request. From one client's list of 2026-10-02. */
export const AVIT_CITIES = [
  {
    city: 'medellin',
    name: 'Medellín',
    stateId: 1005,
    front: 'https://www.medellin.gov.co/portal-movilidad/',
  },
  {
    city: 'bello',
    name: 'Bello',
    stateId: 1005,
    front: 'https://serviciosdigitales.movilidadavanzadabello.com.co/portal-servicios/',
  },
  {
    city: 'itagui',
    name: 'Itagüí',
    stateId: 1005,
    front: 'https://movilidad.transitoitagui.gov.co/portal-servicios/',
  },
  {
    city: 'envigado',
    name: 'Envigado',
    stateId: 1005,
    front: 'https://movilidad.envigado.gov.co/portal-servicios/',
  },
  {
    city: 'rionegro',
    name: 'Rionegro',
    stateId: 1005,
    front: 'https://movilidad.rionegro.gov.co/portal-servicios/',
  },
  {
    city: 'cali',
    name: 'Cali',
    stateId: 1076,
    front: 'https://movilidadcali.com.co/portal-servicios/',
  },
  {
    city: 'armenia',
    name: 'Armenia',
    stateId: 1063,
    front: 'https://setta.armenia.gov.co/portal-servicios/',
  },
] as const
type City = (typeof AVIT_CITIES)[number]

const TYPES = [1, 13] as const
const ANSWERED = 1
const SUCCEEDED = 'EXITOSO'
const NO_INFORMATION = 4

const Login = z.looseObject({ rcSiteKey: text })

const unread = z.optional(z.nullable(z.array(z.unknown())))
const Resolution = z.looseObject({
  criterio: maybe,
  consultaMultaOComparendoOutDTO: z.looseObject({
    estado: z.looseObject({ codigoEstado: whole, descripcion: maybe }),
    informacionComparendo: unread,
    informacionMulta: unread,
    informacionComparendoAdicional: unread,
  }),
})
/** `tarifasComparendos`, the price list in the same object, is no debt. */
const Account = z.looseObject({
  consultaMultaOComparendoOutDTO: z.looseObject({
    estado: z.looseObject({ descripcion: maybe }),
    informacionComparendo: z.nullable(rowsSchema(TicketRow)),
    informacionMulta: z.nullable(rowsSchema(FineRow)),
    informacionComparendoAdicional: z.nullable(rowsSchema(TicketRow)),
    informacionMoroso: z.optional(z.nullable(rowsSchema(z.unknown()))),
  }),
})
type Account = z.infer<typeof Account>

const LISTS = new Set([
  'informacionComparendo',
  'informacionMulta',
  'informacionComparendoAdicional',
  'informacionMoroso',
  'tarifasComparendos',
])
/** Rows in an unknown list may be debts. */
const hasOtherRows = (value: object): boolean =>
  Object.entries(value).some(([name, list]) => Array.isArray(list) && list.length > 0 && !LISTS.has(name))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Decodes JSON that is encoded twice, as one client received it. */
const unquoted = (value: unknown, answer: RawAnswer): unknown =>
  typeof value === 'string' ? (readJson({ ...answer, body: value }).value ?? value) : value

/** The answer with its JSON changed; an answer that is not JSON stays unchanged. */
const withJson = (answer: RawAnswer, change: (value: unknown) => unknown): RawAnswer => {
  const json = readJson(answer)
  return json.trouble ? answer : { ...answer, body: JSON.stringify(change(unquoted(json.value, answer))) }
}

/** Any other field of the login's response may open the session, so it is not stored as evidence. */
const withoutSession = (answer: RawAnswer): RawAnswer =>
  withJson(answer, (value) =>
    isObject(value)
      ? Object.fromEntries(Object.keys(value).map((name) => [name, name === 'rcSiteKey' ? value[name] : 'omitido']))
      : value,
  )

const PERSONAL = /^(identificador|nombres?|apellidos?|(contraventor|infractor)(es)?|direccion|telefono|correo|email)$/i
const PERSONAL_NUMBER = /^(numero|nro)(Documento|Identificacion)$/i
const isPersonal = (name: string): boolean => PERSONAL.test(name) || PERSONAL_NUMBER.test(name)

/** Removes the offender's personal data, which no function needs. */
const withoutPersons = (answer: RawAnswer): RawAnswer =>
  withJson(answer, (value) =>
    JSON.parse(JSON.stringify(value, (name, inner: unknown) => (isPersonal(name) ? undefined : inner))),
  )

async function fetch({ front }: City, { plate }: Subject, client: PortalClient): Promise<RawAnswer[]> {
  const [usuario = '', ...rest] = client.credential.split(':')
  const password = rest.join(':')
  if (!usuario || !password)
    throw new PortalTrouble('bad-credentials', 'Falta el usuario anónimo del portal: usuario:contraseña.')
  let cookie = ''
  const login = await client.request({
    method: 'POST',
    path: '/avit/login/',
    headers: { href: front },
    json: { usuario, password, consumidor: 'web' },
    onCookies: (cookies) => {
      cookie = cookies
    },
  })
  const first = withoutSession(login)
  if (readAnswer(first, Login).value?.rcSiteKey !== 'disable') return [first]
  const answer = await client.request({
    method: 'POST',
    path: '/avit/home/findInfoHomePublic',
    headers: cookie ? { href: front, cookie } : { href: front },
    json: { criterio: bareIdentifier(plate), response: '', tipoConsulta: '0', idTipoIdentificacion: '' },
  })
  return [first, withoutPersons(answer)]
}

function refusedAtLogin(answer: RawAnswer): Parsed {
  const login = readAnswer(answer, Login)
  if (login.trouble) return login.trouble
  return login.value.rcSiteKey === 'disable'
    ? drift('La fuente no dio respuesta.')
    : trouble('captcha', 'La fuente pide resolver un captcha.')
}

const NOT_NAMED = drift('La respuesta no dice de qué placa es.')

/** The result of an answer whose code excludes reading its lists; undefined: the lists can be read. */
function unresolved(value: unknown, { plate }: Subject): Parsed | undefined {
  const resolution = fits(Resolution, value)
  if (resolution.trouble) return resolution.trouble
  const { criterio, consultaMultaOComparendoOutDTO: answered } = resolution.value
  if (criterio !== null && !sameIdentifier(plate, criterio)) return drift('La respuesta es de otra consulta.')
  const { estado, informacionComparendo, informacionMulta, informacionComparendoAdicional } = answered
  const inside = failureInside(resolution.value) ?? failureInside(answered)
  if (inside) return inside
  const hasPlate = criterio !== null
  if (estado.codigoEstado === ANSWERED) return hasPlate ? undefined : NOT_NAMED
  const words = estado.descripcion ?? `código ${estado.codigoEstado}`
  if (estado.codigoEstado !== NO_INFORMATION) return failed(`no resolvió la consulta (${words})`)
  if (informacionComparendo?.length || informacionMulta?.length || informacionComparendoAdicional?.length)
    return drift('La fuente dice que no tiene información y lista infracciones.')
  if (!hasPlate) return NOT_NAMED
  const notes = [remark('Respuesta de la fuente', [{ label: 'Mensaje', value: words }])]
  return { outcome: 'ok', findings: everyType(TYPES, 11, notes) }
}

const STATUS = { 1: [0, 1], 13: [24, 25] } as const

/** If a list was not read, debts are listed and no type is called clear. */
function findingOf(type: 1 | 13, name: string, debts: ReturnType<typeof avitDebt>[], isUnread: boolean): Finding[] {
  if (!debts.length && isUnread) return []
  const [owed, clear] = STATUS[type]
  return [{ ...owedOr(type, owed, clear, debts.length ? [payable(type, name, debts)] : []), ...missing(isUnread) }]
}

function read(account: Account, { plate }: Subject, name: string): Parsed {
  const {
    informacionComparendo: tickets,
    informacionMulta: fines,
    informacionComparendoAdicional: others,
    informacionMoroso: overdue,
    estado,
  } = account.consultaMultaOComparendoOutDTO
  const rows = rowsIn([fines, tickets, others])
  if (rows.some(({ placa }) => !sameIdentifier(plate, placa)))
    return drift('La respuesta trae infracciones de otra placa.')
  // Each list may hold both kinds.
  const isUnread = tickets === null || fines === null || others === null
  const doubts = [
    ...(isUnread ? ['La fuente no pudo leer todas sus secciones.'] : []),
    ...(fold(estado.descripcion ?? '') === SUCCEEDED ? [] : ['La fuente no dice que la consulta tuvo éxito.']),
    ...(hasOtherRows(account) || hasOtherRows(account.consultaMultaOComparendoOutDTO)
      ? ['La fuente lista algo que no se conoce.']
      : []),
  ]
  const isDoubtful = doubts.length > 0
  const isUnclear = isDoubtful || rows.some(mayBeMulta)
  const late = (overdue ?? []).map(() => unpriced('Cobro por mora'))
  const findings = [
    ...findingOf(1, `Multas ${name}`, [...rows.filter(resolutionOf).map(avitDebt), ...late], isUnclear),
    ...findingOf(13, `Comparendos ${name}`, rows.filter((row) => !resolutionOf(row)).map(avitDebt), isDoubtful),
  ]
  if (!isUnclear) return { outcome: 'ok', findings }
  if (!findings.length) return isUnread ? failed('no pudo leer todas sus secciones') : drift(doubts.join(' '))
  return {
    outcome: 'partial',
    findings,
    remarks: isDoubtful ? doubts : ['La fuente no dice si lo que lista son multas o comparendos.'],
  }
}

function parse([first, answer]: readonly RawAnswer[], subject: Subject, name: string): Parsed {
  if (!first) return drift('No hubo respuesta que leer.')
  if (!answer) return refusedAtLogin(first)
  const body = readAnswer(answer, z.looseObject({}))
  if (body.trouble) return body.trouble
  const without = unresolved(body.value, subject)
  if (without) return without
  const account = fits(Account, body.value)
  return account.trouble ?? read(account.value, subject, name)
}

const avit = (place: City): Connector =>
  defineConnector({
    key: `co-avit-${place.city}`,
    portal: `avit-${place.city}`,
    country: 'CO',
    states: [place.stateId],
    types: TYPES,
    mode: 'form',
    provenance: 'client',
    inputs: ['plate'],
    // Clients wait half as long; Cali's portal sometimes does not respond within two minutes.
    deadlineMs: 60_000,
    parserVersion: 5,
    delivery: 'sync',
    fetch: (subject, client) => fetch(place, subject, client),
    parse: (answers, subject) => parse(answers, subject, place.name),
  })

export const AVIT = AVIT_CITIES.map(avit)

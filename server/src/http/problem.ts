// Translates every exception to application/problem+json with a Spanish title; no internal detail leaks.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { MOVE_TEXTS, NOTICES, type Problem } from '@padron/contract/common'
import { PROFILE_TEXTS } from '@padron/contract/profiles'
import { SERVICE_TEXTS } from '@padron/contract/service-accounts'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isAway } from '../db/is-away.ts'
import { DEADLOCK_DETECTED, isLockTimeout } from '../db/lock-errors.ts'
import { HttpProblem, refuse } from '../errors/http-problem.ts'
import { sendExpired, wantsPage } from './replies/expired-page.ts'
import { BARE_HEADERS } from './replies/headers.ts'

/** Refuses a change that would move a vehicle out of its writer's part of the fleet (077-part-writes.sql). */
const leaves = (what: string, path: string) => ({
  status: 422,
  title: `El vehículo dejaría de estar entre los que usted ve: ${what}.`,
  path,
})

/** Messages for broken constraints; a constraint that is not listed is our own fault. */
const CONSTRAINTS: Readonly<Record<string, { status: number; title: string; path?: string }>> = {
  vehicle_plate_active: {
    status: 409,
    title: 'Ya existe un vehículo activo con esa placa.',
    path: 'vehicleClass.vehicleAsset.plate',
  },
  vehicle_vin_active: {
    status: 409,
    title: 'Ya existe un vehículo activo con ese VIN.',
    path: 'vehicleClass.vehicleAsset.vin',
  },
  vehicle_custom_active: {
    status: 409,
    title: 'Ya existe un vehículo activo con ese identificador.',
    path: 'vehicleClass.vehicleAsset.customId',
  },
  app_user_username_key: {
    status: 409,
    title: 'Ya existe un usuario con ese nombre.',
    path: 'userClass.user.username',
  },
  service_account_name: { status: 409, title: SERVICE_TEXTS.nameInUse, path: 'name' },
  document_type_name: {
    status: 409,
    title: 'Ya existe un tipo de documento con ese nombre',
    path: 'documentType.DocumentTypeName',
  },
  part_of_fleet: { status: 404, title: NOTICES[404] },
  part_states: leaves('el estado', 'vehicleClass.vehicleAsset.stateId'),
  part_holders: leaves('el RFC o NIT', 'vehicleClass.rfc.taxIdentifier'),
  part_lessors: leaves('la arrendadora', 'vehicleClass.lessor.lessorName'),
  part_tags: leaves('las etiquetas', 'vehicleClass.tags'),
  preset_name_once: { status: 409, title: PROFILE_TEXTS.nameInUse },
  preset_tenant_id_preset_name_key: { status: 409, title: PROFILE_TEXTS.nameInUse },
}

/** Messages by SQLSTATE: PostgreSQL's own, and those of our functions about a company that moves (040). */
const SQLSTATES: Readonly<Record<string, { status: number; title: string }>> = {
  '22021': { status: 400, title: 'El texto contiene un carácter no permitido.' },
  '57014': { status: 503, title: 'La consulta tardó demasiado. Intente de nuevo con menos datos.' },
  [DEADLOCK_DETECTED]: { status: 503, title: 'Otra persona cambió lo mismo al mismo tiempo. Intente de nuevo.' },
  '40001': { status: 503, title: 'Otra persona cambió lo mismo al mismo tiempo. Intente de nuevo.' },
  PDM01: { status: 503, title: MOVE_TEXTS.moving },
  PDM02: { status: 410, title: MOVE_TEXTS.moved },
}

/** The Spanish name of the rows that another request is writing, by table. */
const LOCKED: Readonly<Record<string, string>> = {
  vehicle: 'los vehículos',
  vehicle_resource: 'los vehículos',
  due_check: 'las consultas de los vehículos',
  catalogue_version: 'la flota',
  document: 'los documentos',
  saved_view: 'las vistas',
  tag: 'las etiquetas',
  app_user: 'los usuarios',
  queue_item: 'la cola',
  service_account: 'las cuentas de servicio',
  scheduled_report: 'los reportes programados',
  webhook: 'los webhooks',
}
/** PostgreSQL names the table in the error's context: while locking tuple (0,1) in relation "vehicle". */
const lockTitle = ({ where = '' }: { where?: string }): string => {
  const table = /in relation "(\w{1,63})"/.exec(where.slice(0, 500))?.[1] ?? ''
  return `Otra operación tiene en uso ${LOCKED[table] ?? 'el registro'}. Intente de nuevo en un momento.`
}

const AGAIN = 'Intente de nuevo en un momento.'
const NO_ROOM = 'No hay espacio en el servidor y no se guardó nada; avise a quien lo administra.'

/**
 * Temporary failures of the machine or the database server: nothing was written, and a later retry works. They are
 * logged too, for the operator.
 */
const TEMPORARY_FAILURES: Readonly<Record<string, { status: number; title: string; seconds: number }>> = {
  '53100': { status: 507, title: NO_ROOM, seconds: 60 }, // disk full
  ENOSPC: { status: 507, title: NO_ROOM, seconds: 60 },
  EDQUOT: { status: 507, title: NO_ROOM, seconds: 60 },
  '53200': { status: 503, title: `El servidor no tiene memoria libre. ${AGAIN}`, seconds: 10 },
  '53300': { status: 503, title: `La base de datos no admite más conexiones. ${AGAIN}`, seconds: 5 },
  '25006': {
    status: 503,
    title: `Por ahora la base de datos solo permite consultar, y no se guardó nada. ${AGAIN}`,
    seconds: 10,
  },
  EMFILE: { status: 503, title: `El servidor tiene demasiados archivos abiertos. ${AGAIN}`, seconds: 5 },
  ENFILE: { status: 503, title: `El servidor tiene demasiados archivos abiertos. ${AGAIN}`, seconds: 5 },
}

type Thrown = Partial<FastifyError> & { code?: string; constraint?: string; where?: string }

const FASTIFY_TITLES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'Los datos enviados son demasiado grandes.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'El tipo de contenido enviado no se acepta en esta dirección.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'El cuerpo de la solicitud no es JSON válido.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'La longitud declarada de la solicitud no es la enviada.',
}

/** @returns undefined if the fault is ours: then it is logged in full and answered as 500 */
export const asProblem = (error: Thrown): HttpProblem | undefined => {
  if (error instanceof HttpProblem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: message ?? 'Valor no válido',
    }))
    return new HttpProblem(400, 'Los datos enviados no son válidos.', errors)
  }
  const broken = CONSTRAINTS[error.constraint ?? '']
  if (broken) {
    const { status, title, path } = broken
    return refuse(status, title, path)
  }
  const known = SQLSTATES[error.code ?? '']
  if (known)
    return new HttpProblem(known.status, known.title, undefined, known.status === 503 ? { 'retry-after': '2' } : {})
  if (isLockTimeout(error)) return new HttpProblem(503, lockTitle(error), undefined, { 'retry-after': '2' })
  const failure = TEMPORARY_FAILURES[error.code ?? '']
  if (failure) {
    const problem = new HttpProblem(failure.status, failure.title, undefined, {
      'retry-after': String(failure.seconds),
    })
    problem.cause = error
    return problem
  }
  if (isAway(error))
    return new HttpProblem(503, 'El servicio no está disponible por el momento.', undefined, { 'retry-after': '2' })
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return new HttpProblem(status, FASTIFY_TITLES[error.code ?? ''] ?? 'La solicitud no es válida.')
  return undefined
}

const MEDIA_TYPE = 'application/problem+json'
const asDocument = ({ status, title, errors }: HttpProblem, requestId?: string): string => {
  const body: Problem = {
    type: 'about:blank',
    title,
    status,
    ...(errors ? { errors } : {}),
    ...(requestId ? { requestId } : {}),
  }
  return JSON.stringify(body)
}

/** @param requestId identifies the failure when a user asks for help */
export const sendProblem = (reply: FastifyReply, problem: HttpProblem, requestId?: string) =>
  reply.status(problem.status).headers(problem.headers).type(MEDIA_TYPE).send(asDocument(problem, requestId))

const NO_REQUEST: Readonly<Record<string, { status: number; title: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'La solicitud tardó demasiado en llegar.' },
  HPE_HEADER_OVERFLOW: { status: 431, title: 'Los encabezados de la solicitud son demasiado grandes.' },
}

const BARE = Object.entries(BARE_HEADERS)
  .map(([name, value]) => `\r\n${name}: ${value}`)
  .join('')

/** Answers on the bare connection, which its caller then closes. */
export const answerSocket = (socket: Socket, problem: HttpProblem): void => {
  const { status, headers } = problem
  const body = asDocument(problem)
  const own = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`)
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${MEDIA_TYPE}\r\nConnection: ` +
    `close${BARE}${own.join('')}`
  if (socket.writable) socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/**
 * Answers bytes that are not HTTP or are incomplete, on the raw connection. They are not logged, because they may
 * contain a token.
 */
export const answerNoRequest = (error: ConnectionError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, title } = NO_REQUEST[error.code] ?? { status: 400, title: 'La solicitud no es válida.' }
  answerSocket(socket, new HttpProblem(status, title))
  socket.destroy(error)
}

/** A missing permission is reported first, even if the request has other faults. */
export const answerError = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const refused = await request.proof?.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  const problem = asProblem((refused as FastifyError | undefined) ?? error)
  if (problem?.cause) request.log.error({ err: problem.cause }, 'refused because of an error')
  if (problem?.status === 404 && wantsPage(request)) return sendExpired(reply)
  if (problem) return sendProblem(reply, problem)
  request.log.error({ err: error }, 'unexpected error')
  return sendProblem(
    reply,
    new HttpProblem(500, 'Ocurrió un error inesperado. Intente de nuevo más tarde.'),
    request.id,
  )
}

/** For an address that cannot be parsed, no hook runs. */
export const answerUnreadable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply.headers(BARE_HEADERS))

// «¿Qué vence esta semana?»: the dates of the fleet, or of one vehicle with its documents.
import type { Reply } from '@padron/contract/call'
import { addDays, daysBetween, WEEK_DAYS } from '@padron/contract/days'
import { documents, documentTypes } from '@padron/contract/documents'
import { DOCUMENT_STATES, Document, DocumentTypeState } from '@padron/contract/documents/shapes'
import { Obligation, obligations } from '@padron/contract/obligations'
import { ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { z } from 'zod/mini'
import { Age, ageOf, cut, Left } from '../answers.ts'
import { described, type ToolContext, tool } from '../tool.ts'
import { findVehicle, NamedVehicle, VEHICLE_CALLS, VEHICLE_INPUT } from './vehicle.ts'

const DUE_AT_MOST = 100
const OVERDUE_AT_MOST = 25
const DAYS_AT_MOST = 366

const Due = z.object({
  ...Obligation.shape,
  daysLeft: described(z.int(), 'Días que faltan; negativo: ya venció.'),
  age: described(z.string(), 'Hace cuánto lo dijo la fuente (source), o lo escribió la persona.'),
})
const DueList = z.object({ items: z.array(Due), left: Left })

const dueItem = (each: Obligation, today: string, now: Date): z.infer<typeof Due> => ({
  ...each,
  daysLeft: daysBetween(today, each.dueOn),
  age: ageOf(each.toldAt, now),
})
type Page = Reply<typeof obligations.list>
const dueList = ({ obligations: rows, totalCount, today }: Page, most: number, now: Date) => {
  const { items, left } = cut(rows, most, totalCount)
  return { items: items.map((each) => dueItem(each, today, now)), left }
}

const DAYS_RANGE = `De 1 a ${DAYS_AT_MOST} días`
const FleetDue = z.object({
  today: z.string(),
  to: described(z.string(), 'Último día que abarca la respuesta.'),
  due: described(DueList, 'Lo que vence desde hoy hasta ese día, por fecha.'),
  overdue: described(DueList, 'Lo que ya venció y sigue sin renovarse.'),
  basis: described(
    z.object({ known: z.int(), total: z.int() }),
    'De cuántos vehículos con obligaciones se conoce alguna fecha (known de total); de los demás se desconoce ' +
      'qué vence.',
  ),
})

export const fleetDue = tool({
  name: 'que_vence',
  title: 'Qué vence en los próximos días',
  description:
    'Lo que vence en la flota en los próximos días (esta semana son 7: hoy y los seis siguientes) y lo que ya ' +
    'venció, cada cosa con su fuente y hace cuánto lo dijo. De los vehículos que no cuenta basis.known no se ' +
    'conoce ninguna fecha.',
  calls: [obligations.weeks, obligations.list],
  input: z.strictObject({
    days: described(
      z._default(z.int(DAYS_RANGE).check(z.gte(1, DAYS_RANGE), z.lte(DAYS_AT_MOST, DAYS_RANGE)), WEEK_DAYS),
      'Cuántos días, contando hoy.',
    ),
    kinds: z.optional(
      described(
        z.array(ObligationKind).check(z.minLength(1, 'Elija algún tipo'), z.maxLength(ObligationKind.options.length)),
        'Solo estos tipos: documento, seguro o SOAT, verificación o RTM, tarjeta, placa, línea o referencia de pago.',
      ),
    ),
  }),
  output: FleetDue,
  run: async ({ days, kinds: chosen }, { api, now, signal }) => {
    const kinds = chosen?.join(',')
    const { today, basis } = await api(obligations.weeks, { query: { kinds } }, signal)
    const to = addDays(today, days - 1)
    const due = { kinds, from: today, to, pageSize: '100' } as const
    const overdue = { kinds, overdue: 'true', pageSize: '25' } as const
    const [ahead, before] = await Promise.all([
      api(obligations.list, { query: due }, signal),
      api(obligations.list, { query: overdue }, signal),
    ])
    return {
      ...{ today, to, basis },
      due: dueList(ahead, DUE_AT_MOST, now),
      overdue: dueList(before, OVERDUE_AT_MOST, now),
    }
  },
})

const ListedDocument = z.object({
  ...z.pick(Document, {
    documentId: true,
    documentName: true,
    documentTypeName: true,
    expiresOn: true,
    uploadedAt: true,
    who: true,
  }).shape,
  age: Age,
})
const TypeState = z.object({
  ...z.pick(DocumentTypeState, { documentTypeName: true, asked: true, expiresOn: true }).shape,
  state: described(z.string(), 'Vigente, vencido, falta o no se pide.'),
})
const VehicleDue = z.object({
  vehicle: NamedVehicle,
  today: z.string(),
  due: DueList,
  overdue: DueList,
  documents: described(
    z.nullable(z.object({ states: z.array(TypeState), items: z.array(ListedDocument), left: Left })),
    'Sus documentos; null: el token no puede consultarlos, y se desconoce si faltan.',
  ),
})

const readDocuments = async (vehicleAssetId: string, { api, session, now, signal }: ToolContext) => {
  if (![documentTypes.papers, documents.list].every(session.mayCall)) return null
  const [{ papers }, { documentList }] = await Promise.all([
    api(documentTypes.papers, { params: { vehicleAssetId } }, signal),
    api(documents.list, { query: { vehicleAssetId } }, signal),
  ])
  const { items, left } = cut(documentList, DUE_AT_MOST)
  const states = papers.map(({ documentTypeName, asked, expiresOn, standing }) => ({
    ...{ documentTypeName, asked, expiresOn },
    state: DOCUMENT_STATES[standing],
  }))
  const listed = items.map(({ documentId, documentName, documentTypeName, expiresOn, uploadedAt, who }) => ({
    ...{ documentId, documentName, documentTypeName, expiresOn, uploadedAt, who },
    age: ageOf(uploadedAt, now),
  }))
  return { states, items: listed, left }
}

export const vehicleDue = tool({
  name: 'documentos_y_vencimientos_de_vehiculo',
  title: 'Documentos y vencimientos de un vehículo',
  description:
    'Lo que le vence a un vehículo desde hoy, lo que ya le venció y cómo están sus documentos, con quién lo dijo ' +
    'y hace cuánto. Una fecha que no viene no se conoce.',
  calls: [...VEHICLE_CALLS, obligations.list],
  input: z.strictObject(VEHICLE_INPUT),
  output: VehicleDue,
  run: async (input, context) => {
    const { api, now, signal } = context
    const vehicle = await findVehicle(input, context)
    const vehicleAssetId = `${vehicle.vehicleAssetId}`
    const [ahead, before, held] = await Promise.all([
      api(obligations.list, { query: { vehicleAssetId, pageSize: '100' } }, signal),
      api(obligations.list, { query: { vehicleAssetId, overdue: 'true', pageSize: '100' } }, signal),
      readDocuments(vehicleAssetId, context),
    ])
    return {
      ...{ vehicle, today: ahead.today, documents: held },
      due: dueList(ahead, DUE_AT_MOST, now),
      overdue: dueList(before, DUE_AT_MOST, now),
    }
  },
})

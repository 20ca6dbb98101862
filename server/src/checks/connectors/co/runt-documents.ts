// The documents of a Colombian vehicle in RUNT, from any provider: SOAT policies (type 5) and technical inspections
// (type 12). A document is in force if the source says so and its date has not passed.
import { DAY_MS } from '@padron/contract/days'
import { z } from 'zod/mini'
import type { Finding } from '../connector.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, phrase } from '../parsing/fields.ts'
import { remark } from '../parsing/payables.ts'
import { fold } from '../parsing/text.ts'

const dayOf = (text: string | null | undefined): string => isoDate(text ?? '')?.slice(0, 10) ?? ''
/** Whether a text that gives a day gives one that can be read. */
const isReadable = (text: string | null | undefined): boolean => !text?.trim() || dayOf(text) !== ''

type Dated = { fechaVencimiento?: string | null | undefined }
const expiry = ({ fechaVencimiento }: Dated): string => dayOf(fechaVencimiento)
const hasReadableExpiry = ({ fechaVencimiento }: Dated): boolean => isReadable(fechaVencimiento)

/** A row that the source calls in force without a day that can be read would otherwise count as lapsed. */
export const Policy = z
  .looseObject({
    estado: phrase,
    fechaVencimiento: z.nullable(z.string()),
    fechaVigencia: maybe,
    noPoliza: maybe,
    entidadExpideSoat: maybe,
  })
  .check(
    z.refine(hasReadableExpiry, { path: ['fechaVencimiento'] }),
    z.refine((row) => row.estado !== 'VIGENTE' || expiry(row) !== '', { path: ['fechaVencimiento'] }),
    z.refine(({ fechaVigencia }) => isReadable(fechaVigencia), { path: ['fechaVigencia'] }),
  )
const optionalText = z.optional(maybe)

/**
 * For a vehicle without mandatory inspections a row has only `vigente`; any other row has the kind of inspection, and
 * its last day if it is in force. In the source's own words, a row in force was approved, and neither it nor a row that
 * does not apply is inconsistent.
 */
export const Inspection = z
  .looseObject({
    tipoRevision: maybe,
    vigente: z.pipe(phrase, z.enum(['SI', 'NO', 'NO APLICA'])),
    fechaVencimiento: z.optional(z.nullable(z.string())),
    cdaExpide: maybe,
    nroCertificado: maybe,
    noCertificado: maybe,
    estado: optionalText,
    informacionConsistente: optionalText,
  })
  .check(
    z.refine(hasReadableExpiry, { path: ['fechaVencimiento'] }),
    z.refine((row) => row.vigente !== 'SI' || expiry(row) !== '', { path: ['fechaVencimiento'] }),
    z.refine(({ vigente, tipoRevision }) => vigente === 'NO APLICA' || tipoRevision !== null, {
      path: ['tipoRevision'],
    }),
    z.refine(({ vigente, estado }) => vigente !== 'SI' || !estado || fold(estado) === 'APROBADA', { path: ['estado'] }),
    z.refine(
      ({ vigente, informacionConsistente: consistent }) => vigente === 'NO' || !consistent || fold(consistent) === 'SI',
      {
        path: ['informacionConsistente'],
      },
    ),
  )

const newest = <T extends Dated>(rows: readonly T[]): T | undefined =>
  rows.toSorted((a, b) => expiry(b).localeCompare(expiry(a)))[0]
/** The day on which it ended, if it is past. A document that lapsed before its day was cancelled on an unknown day. */
const lapsed = (row: Dated | undefined, today: string): Pick<Finding, 'endsOn'> => {
  const last = row ? expiry(row) : ''
  return last !== '' && last < today ? { endsOn: last } : {}
}

const NOT_IN_FORCE = /^(NO VIGENTE|(VENCID|ANULAD|CANCELAD)[AO])$/

/** A policy bought in advance is not in force yet, whatever the source says. */
const hasBegun = ({ fechaVigencia }: z.infer<typeof Policy>, today: string): boolean => dayOf(fechaVigencia) <= today
const isInForce = (policy: z.infer<typeof Policy>, today: string): boolean =>
  policy.estado === 'VIGENTE' && expiry(policy) >= today && hasBegun(policy, today)

/** An unknown state of a policy whose date has not passed, if no other policy is in force. */
export const unknownState = (policies: readonly z.infer<typeof Policy>[], today: string): string | undefined => {
  if (policies.some((policy) => isInForce(policy, today))) return undefined
  const inDate = policies.filter((policy) => expiry(policy) >= today && hasBegun(policy, today))
  return inDate.find(({ estado }) => !NOT_IN_FORCE.test(estado))?.estado
}

export function insurance(policies: readonly z.infer<typeof Policy>[], today: string): Finding {
  const inForce = policies.filter((policy) => isInForce(policy, today))
  const newestRow = newest(inForce) ?? newest(policies.filter((policy) => hasBegun(policy, today)))
  const notes = newestRow && [
    { label: 'Póliza', value: newestRow.noPoliza },
    { label: 'Aseguradora', value: newestRow.entidadExpideSoat },
    { label: 'Vigente desde', value: dayOf(newestRow.fechaVigencia) || null },
    { label: 'Vencimiento', value: expiry(newestRow) || null },
  ]
  const until = inForce.length ? expiry(newestRow as Dated) : ''
  return {
    type: 5,
    status: inForce.length ? 6 : 8,
    results: notes ? [remark('SOAT', notes)] : [],
    ...(until ? { validUntil: until } : lapsed(newestRow, today)),
  }
}

/** PlacApi, which queries the same registry, calls the inspection «REVISION PERIODICA». */
const TECHNICAL = /TECNICO.?MECANIC|^REVISION PERIODICA$/

/** Empty if the source lists other inspections and says of this kind only that it does not apply. */
export function inspection(all: readonly z.infer<typeof Inspection>[], today: string): Finding[] {
  const rows = all.filter(({ tipoRevision }) => tipoRevision === null || TECHNICAL.test(fold(tipoRevision)))
  const inForce = rows.filter((row) => row.vigente === 'SI' && expiry(row) >= today)
  const newestRow = newest(inForce) ?? newest(rows)
  if (!newestRow) return []
  const noneApplies = rows.every(({ vigente }) => vigente === 'NO APLICA')
  if (noneApplies && all.some(({ vigente }) => vigente !== 'NO APLICA')) return []
  const status = inForce.length ? 22 : noneApplies ? 26 : 23
  const result = remark('Revisión técnico-mecánica', [
    { label: 'Vigente', value: status === 26 ? 'No aplica' : status === 22 ? 'Sí' : 'No' },
    { label: 'Certificado', value: newestRow.nroCertificado ?? newestRow.noCertificado },
    { label: 'CDA', value: newestRow.cdaExpide },
    { label: 'Vencimiento', value: expiry(newestRow) || null },
  ])
  const end = status === 22 ? { validUntil: expiry(newestRow) } : status === 23 ? lapsed(newestRow, today) : {}
  return [{ type: 12, status, results: [result], ...end }]
}

/** The registry's data that decide the exemption of a new vehicle. */
export type Registered = {
  fechaMatricula: string | null
  tipoServicio: string | null
  claseVehiculo: string | null
  estadoDelVehiculo: string | null
}

/**
 * Private vehicles except motorcycles need their first inspection five years after registration, all others after two
 * (Ley 769 de 2002, art. 52).
 */
const yearsExempt = ({ tipoServicio, claseVehiculo }: Registered): number => {
  const kind = fold(claseVehiculo ?? '')
  const isPrivate = fold(tipoServicio ?? '') === 'PARTICULAR'
  return isPrivate && kind !== '' && !/MOTO|CICLO/.test(kind) ? 5 : 2
}

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/**
 * The last day without a first inspection, yyyy-mm-dd; undefined if the day of registration cannot be read or is in the
 * future, or if the source does not call the vehicle active.
 */
const exemptUntil = (vehicle: Registered, today: string): string | undefined => {
  const registered = isoDate(vehicle.fechaMatricula ?? '')?.slice(0, 10)
  if (!registered || registered > today || fold(vehicle.estadoDelVehiculo ?? '') !== 'ACTIVO') return undefined
  const first = `${Number(registered.slice(0, 4)) + yearsExempt(vehicle)}${registered.slice(4)}`
  return dayBefore(first.endsWith('-02-29') ? `${first.slice(0, 4)}-03-01` : first)
}

/** The finding of an empty list of inspections: a new vehicle in use needs none; of any other the source knows none. */
export function noInspection(vehicle: Registered, today: string): Finding {
  const until = exemptUntil(vehicle, today)
  const isExempt = until !== undefined && until >= today
  const result = remark('Revisión técnico-mecánica', [
    { label: 'Revisiones', value: 'RUNT no lista ninguna' },
    { label: 'Primera revisión', value: isExempt ? `Después del ${until}` : null },
  ])
  return isExempt
    ? { type: 12, status: 26, results: [result], validUntil: until }
    : { type: 12, status: 11, results: [result] }
}

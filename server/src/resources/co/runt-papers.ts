// The papers of a Colombian vehicle as RUNT tells them, whoever carries the answer: SOAT policies (type 5) and technical
// inspections (type 12). In force means that the source says so and that its date has not passed.
import { z } from 'zod/mini'
import type { Finding } from '../connector.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, phrase } from '../parsing/fields.ts'
import { remark } from '../parsing/payables.ts'

export const Policy = z.looseObject({
  estado: phrase,
  fechaVencimiento: z.nullable(z.string()),
  fechaVigencia: maybe,
  noPoliza: maybe,
  entidadExpideSoat: maybe,
})
export const Inspection = z.looseObject({
  tipoRevision: phrase,
  vigente: z.pipe(phrase, z.enum(['SI', 'NO', 'NO APLICA'])),
  fechaVencimiento: z.nullable(z.string()),
  cdaExpide: maybe,
  noCertificado: maybe,
})

type Dated = { fechaVencimiento: string | null }
const expiry = ({ fechaVencimiento }: Dated): string => isoDate(fechaVencimiento ?? '')?.slice(0, 10) ?? ''
const newest = <T extends Dated>(rows: readonly T[]): T | undefined =>
  rows.toSorted((a, b) => expiry(b).localeCompare(expiry(a)))[0]
/** The day it ended, where it is past: one the source calls not in force before its day was cancelled, and ends on none. */
const lapsed = (row: Dated | undefined, today: string): Pick<Finding, 'endsOn'> => {
  const last = row ? expiry(row) : ''
  return last !== '' && last < today ? { endsOn: last } : {}
}
const day = (text: string | null | undefined): string | null => (text ? (isoDate(text)?.slice(0, 10) ?? text) : null)

export function insurance(policies: readonly z.infer<typeof Policy>[], today: string): Finding {
  const inForce = policies.filter((policy) => policy.estado === 'VIGENTE' && expiry(policy) >= today)
  const shown = newest(inForce) ?? newest(policies)
  const notes = shown && [
    { label: 'Póliza', value: shown.noPoliza },
    { label: 'Aseguradora', value: shown.entidadExpideSoat },
    { label: 'Vigente desde', value: day(shown.fechaVigencia) },
    { label: 'Vencimiento', value: expiry(shown) || null },
  ]
  const until = inForce.length ? expiry(shown as Dated) : ''
  return {
    type: 5,
    status: inForce.length ? 6 : 8,
    results: notes ? [remark('SOAT', notes)] : [],
    ...(until ? { validUntil: until } : lapsed(shown, today)),
  }
}

/** Nothing is said where the source lists no technical inspection at all. */
export function inspection(all: readonly z.infer<typeof Inspection>[], today: string): Finding[] {
  const rows = all.filter(({ tipoRevision }) => /TECNICO.?MECANIC/.test(tipoRevision))
  const inForce = rows.filter((row) => row.vigente === 'SI' && expiry(row) >= today)
  const shown = newest(inForce) ?? newest(rows)
  if (!shown) return []
  const status = inForce.length ? 22 : rows.every(({ vigente }) => vigente === 'NO APLICA') ? 26 : 23
  const result = remark('Revisión técnico-mecánica', [
    { label: 'Vigente', value: status === 26 ? 'No aplica' : status === 22 ? 'Sí' : 'No' },
    { label: 'Certificado', value: shown.noCertificado },
    { label: 'CDA', value: shown.cdaExpide },
    { label: 'Vencimiento', value: expiry(shown) || null },
  ])
  const end = status === 22 ? { validUntil: expiry(shown) } : status === 23 ? lapsed(shown, today) : {}
  return [{ type: 12, status, results: [result], ...end }]
}

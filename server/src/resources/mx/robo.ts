// Theft reports through MSLA IDV (prosecutors and insurers) by VIN → type 4. `Theftdate` and `Invetigationdate` are spelt
// so. The answer names no VIN, so asked = answered cannot be checked. "Sin reporte" is recognised whole, never in part.
import { z } from 'zod/mini'
import { defineConnector, type Parsed, type RawAnswer } from '../connector.ts'
import { drift, failed, fits, readJson, refusalOf, trouble } from '../parsing/answers.ts'
import { maybe, phrase } from '../parsing/fields.ts'
import { remark } from '../parsing/payables.ts'

const Refusal = z.looseObject({ code: z.string(), message: maybe })

const Report = z.looseObject({
  data: z.looseObject({
    Status: phrase,
    Entity: maybe,
    Update: maybe,
    Theftdate: maybe,
    Invetigationdate: maybe,
    Recoveryentity: maybe,
    Recoverydate: maybe,
  }),
})
type Report = z.infer<typeof Report>['data']

// biome-ignore format: a table to be read by columns
const WORDINGS: readonly (readonly [RegExp, status: number])[] = [
  [/^SIN REPORTE( DE ROBO)?( VIGENTE)?\.?$/,                5],
  [/^(CON )?(REPORTE( DE ROBO)? (VIGENTE|ACTIVO)|VIGENTE)$/, 4],
  [/^(CON )?(REPORTE( DE ROBO)? (DE )?)?RECUPERADO$/,       5],
]

const notesOf = (report: Report) => [
  { label: 'Situación', value: report.Status },
  { label: 'Entidad', value: report.Entity },
  { label: 'Fecha de robo', value: report.Theftdate },
  { label: 'Fecha de averiguación', value: report.Invetigationdate },
  { label: 'Entidad de recuperación', value: report.Recoveryentity },
  { label: 'Fecha de recuperación', value: report.Recoverydate },
  { label: 'Actualizado', value: report.Update },
]

function reported(report: Report): Parsed {
  const [, status] = WORDINGS.find(([wording]) => wording.test(report.Status)) ?? []
  if (status === undefined) return drift(`La fuente dice «${report.Status}», que no se reconoce.`)
  if (report.Status.startsWith('SIN') && report.Theftdate)
    return drift('La fuente dice «sin reporte» y da una fecha de robo.')
  return { outcome: 'ok', findings: [{ type: 4, status, results: [remark('Reporte de robo', notesOf(report))] }] }
}

/** The provider's own code says more than the HTTP status, and sometimes comes with 200. */
function refused({ code, message }: { code: string; message: string | null }): Parsed {
  if (code === 'IDV-4005') return trouble('needs-input', 'La fuente no acepta el NIV.')
  if (code === 'IDV-1001') return trouble('bad-credentials', 'La fuente rechazó las credenciales.')
  if (code === 'IDV-3001') return failed(message ?? code)
  return drift(`La fuente dio el código «${code}», que no se conoce.`)
}

export const robo = defineConnector({
  key: 'mx-robo',
  portal: 'msla',
  country: 'MX',
  types: [4],
  mode: 'licensed',
  inputs: ['vin'],
  deadlineMs: 15_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch: async ({ vin }, door) => [
    await door.request({
      method: 'POST',
      path: '/check-vehicle-legal',
      headers: { 'x-api-key': door.credential },
      json: { vin },
    }),
  ],
  parse: ([answer]: readonly RawAnswer[]): Parsed => {
    if (!answer) return drift('No hubo respuesta que leer.')
    const json = readJson(answer)
    const refusal = json.trouble ? json : fits(Refusal, json.value)
    if (!refusal.trouble && /^IDV-/.test(refusal.value.code)) return refused(refusal.value)
    const trouble = refusalOf(answer) ?? json.trouble
    if (trouble) return trouble
    const report = fits(Report, json.value)
    return report.trouble ?? reported(report.value.data)
  },
})

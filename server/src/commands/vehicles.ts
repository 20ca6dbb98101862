// `padron vehicles load`: a company's fleet from a workbook, by the same path as the bulk screens.
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { asCountry } from '@padron/contract/countries'
import type { Command } from 'commander'
import { asSystem } from '../db/client.ts'
import { type RowNote, registerWorkbook } from '../features/imports/register.ts'
import { LIMITS } from '../files/xlsx-limits.ts'
import { findCompany } from '../identity/accounts.ts'
import { operator, Refused, say, tell, withDatabase } from './console.ts'

const noteLine = ({ row, column, message }: RowNote): string =>
  [row > 0 ? `Fila ${row}` : 'Archivo', column, message].filter(Boolean).join(' · ')
const more = (shown: number, all: number) => (all > shown ? [`… y ${all - shown} más.`] : [])
const WARNINGS_SHOWN = 20

/** The size is asked first: a file far too big is not brought into memory to hear that it is. */
const readFile = async (path: string): Promise<Buffer> => {
  const { size } = await stat(path).catch(() => {
    throw new Error(`No se puede leer el archivo ${path}.`)
  })
  if (size > LIMITS.bytes) throw new Error(`El archivo pesa más de ${LIMITS.bytes / 1_048_576} MB; divídalo.`)
  const file = await open(path)
  return file.readFile().finally(() => file.close())
}

const load = async ({ company, file }: { company: string; file: string }): Promise<void> => {
  const bytes = await readFile(file)
  const result = await withDatabase(async (db) => {
    const { tenant_id, country } = await asSystem(db, (tx) => findCompany(tx, company))
    const options = { thisYear: new Date().getFullYear(), file: basename(file), actor: operator() }
    return registerWorkbook(db, { tenantId: tenant_id, country: asCountry(country) }, bytes, options)
  })
  if (result.imported === null) {
    for (const line of [...result.errors.map(noteLine), ...more(result.errors.length, result.errorCount)]) tell(line)
    throw new Refused(`No se registró ningún vehículo: ${result.errorCount} errores en ${file}.`)
  }
  const shown = result.warnings.slice(0, WARNINGS_SHOWN)
  for (const line of [...shown.map((note) => `Aviso · ${noteLine(note)}`), ...more(shown.length, result.warningCount)])
    tell(line)
  say(`${result.imported} vehículos registrados en ${company}.`)
}

export const addVehicleCommands = (program: Command): void => {
  program
    .command('vehicles')
    .description('Vehículos de una empresa')
    .command('load')
    .description('Registra los vehículos de un libro de Excel con la plantilla de alta: todos o ninguno')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .requiredOption('--file <archivo>', 'libro .xlsx')
    .action(load)
}

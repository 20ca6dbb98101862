// `padron vehicles …`: imports a company's fleet from a workbook, with the same code as the bulk screens; and writes
// the template.
import { open, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { asCountry } from '@padron/contract/places/countries'
import type { Command } from 'commander'
import { asSystem } from '../db/client.ts'
import { type RowNote, registerWorkbook } from '../features/imports/register.ts'
import { listsOf } from '../features/imports/template/rows.queries.ts'
import { writeTemplate } from '../features/imports/template/workbook.ts'
import { LIMITS } from '../files/xlsx/read/limits.ts'
import { findCompany } from '../identity/accounts/accounts.ts'
import { operator, print, Refused, warn, withDatabase } from './console.ts'

const noteLine = ({ row, column, message }: RowNote): string =>
  [row > 0 ? `Fila ${row}` : 'Archivo', column, message].filter(Boolean).join(' · ')
const more = (count: number, all: number) => (all > count ? [`… y ${all - count} más.`] : [])
const WARNINGS_LIMIT = 20

/** The size is checked first, so that a file that is far too large is not read into memory. */
const readFile = async (path: string): Promise<Buffer> => {
  const { size } = await stat(path).catch(() => {
    throw new Error(`No se puede leer el archivo ${path}.`)
  })
  if (size > LIMITS.bytes) throw new Error(`El archivo pesa más de ${LIMITS.bytes / 1_048_576} MB; divídalo.`)
  const file = await open(path)
  return file.readFile().finally(() => file.close())
}

type Load = { company: string; file: string; mapping?: string }

const load = async ({ company, file, mapping }: Load): Promise<void> => {
  const bytes = await readFile(file)
  const result = await withDatabase(async (db) => {
    const { tenant_id, country } = await asSystem(db, (tx) => findCompany(tx, company))
    const options = { thisYear: new Date().getFullYear(), file: basename(file), mapping, actor: operator() }
    return registerWorkbook(db, { tenantId: tenant_id, country: asCountry(country) }, bytes, options)
  })
  if (result.imported === null) {
    for (const line of [...result.errors.map(noteLine), ...more(result.errors.length, result.errorCount)]) warn(line)
    throw new Refused(`No se registró ningún vehículo: ${result.errorCount} errores en ${file}.`)
  }
  const warnings = result.warnings.slice(0, WARNINGS_LIMIT)
  for (const line of [
    ...warnings.map((note) => `Aviso · ${noteLine(note)}`),
    ...more(warnings.length, result.warningCount),
  ])
    warn(line)
  print(`${result.imported} vehículos registrados en ${company}.`)
}

const template = async (file: string, { company }: { company: string }): Promise<void> => {
  const { country, lists } = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      const found = await findCompany(tx, company)
      return { country: asCountry(found.country), lists: await listsOf(tx, found.tenant_id, true) }
    }),
  )
  const into = new PassThrough()
  const options = { kind: 'add', country, thisYear: new Date().getFullYear(), lists } as const
  const [bytes] = await Promise.all([buffer(into), writeTemplate(into, options)])
  await writeFile(file, bytes, { flag: 'wx' }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(code === 'EEXIST' ? `El archivo ${file} ya existe.` : `No se puede escribir el archivo ${file}.`)
  })
  print(`Plantilla de alta escrita en ${file}; su hoja «Instrucciones» explica cada columna.`)
}

export const addVehicleCommands = (program: Command): void => {
  const vehicles = program.command('vehicles').description('Vehículos de una empresa')
  vehicles
    .command('load')
    .description('Registra los vehículos de la plantilla de alta, o de una hoja propia de la empresa: todos o ninguno')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .requiredOption('--file <archivo>', 'archivo .xlsx o .csv')
    .option('--mapping <nombre>', 'asignación de columnas que la empresa conserva; si no, la de los mismos encabezados')
    .action(load)
  vehicles
    .command('template')
    .description('Escribe la plantilla de alta vacía, con las columnas del país de la empresa')
    .argument('<archivo>', '.xlsx que se escribe')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .action(template)
}

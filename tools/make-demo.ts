// Writes the demo companies' workbooks (server/src/demo/*.xlsx), as a customer would fill the registration template.
// Run it after a change of the tables; a test compares the committed files with its result.
import { writeFileSync } from 'node:fs'
import { TEMPLATE_SHEET, vehicleColumns } from '@padron/contract/template/vehicle-template'
import { writeXlsx } from 'hucre'
import { demoFleet } from './demo-fleet.ts'
import { DEMO_COMPANIES, type DemoCompany } from './demo-tables.ts'

const MADE = new Date(Date.UTC(2026, 0, 1)) // fixed, so that the same tables give the same file

export const demoFile = (name: string): string => `${import.meta.dirname}/../server/src/demo/${name}.xlsx`

export const demoWorkbook = async (company: DemoCompany): Promise<Uint8Array> => {
  const columns = vehicleColumns(company.country, 2026)
  const rows = demoFleet(company).map((cells) => columns.map(({ field }) => cells[field] ?? null))
  const headings = columns.map(({ heading }) => heading)
  return writeXlsx({
    sheets: [{ name: TEMPLATE_SHEET, rows: [headings, ...rows], freezePane: { rows: 1 } }],
    properties: { title: 'Alta de vehículos', creator: 'Padrón', created: MADE, modified: MADE },
  })
}

if (process.argv[1] === import.meta.filename) {
  for (const company of DEMO_COMPANIES) {
    writeFileSync(demoFile(company.name), await demoWorkbook(company))
    process.stdout.write(`${company.name}.xlsx: ${company.count} vehículos\n`)
  }
}

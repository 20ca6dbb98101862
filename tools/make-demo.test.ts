// The committed demo workbooks are the output of the generator, every row is valid, and every VIN encodes its model.
import { readFileSync } from 'node:fs'
import { matchHeadings } from '@padron/contract/template/headings'
import { readTemplateRow } from '@padron/contract/template/rows'
import { BRAND_MODELS } from '@padron/contract/vehicles/brands'
import { plateFormat } from '@padron/contract/vehicles/plates'
import { VIN_ALPHABET, vinCheckDigitIsOk, vinYears } from '@padron/contract/vehicles/vin'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../server/src/files/xlsx/read/reader.ts'
import { DEMO_COMPANIES } from './demo-tables.ts'
import { demoFile, demoWorkbook } from './make-demo.ts'

describe.each(DEMO_COMPANIES)('$name', (company) => {
  const committed = Array.fromAsync(readXlsx(readFileSync(demoFile(company.name))))

  test('is the output of the generator', async () => {
    expect(await committed).toEqual(await Array.fromAsync(readXlsx(await demoWorkbook(company))))
  })

  test('has valid vehicles with different plates and with VINs of their models', async () => {
    const [first, ...rows] = await committed
    const headings = matchHeadings('add', first?.cells ?? [], company.country)
    expect(headings).toMatchObject({ errors: [], warnings: [] })
    const readings = rows.map(({ cells }) =>
      readTemplateRow('add', new Map(headings.fields.flatMap((field, i) => (field ? [[field, cells[i] ?? '']] : []))), {
        country: company.country,
        thisYear: 2026,
      }),
    )
    expect(readings.flatMap(({ errors }) => errors)).toEqual([])
    expect(readings).toHaveLength(company.count)
    const doubts = readings.flatMap(({ warnings }) => warnings)
    expect(doubts).toHaveLength(1) // the VIN mistyped on purpose
    const vehicles = readings.map(({ values: { plate, vin, brandName, modelName, year } }) => ({
      plate: plate ?? '',
      vin: vin ?? '',
      brandName,
      modelName,
      year,
    }))
    expect(new Set(vehicles.map(({ plate }) => plate)).size).toBe(company.count)
    for (const { plate, vin, brandName, modelName, year } of vehicles) {
      expect(plateFormat(plate, company.country), plate).toBeDefined()
      if (brandName === null) continue
      const ofWmi = BRAND_MODELS.filter(({ wmi }) => vin.startsWith(wmi))
      const candidates = ofWmi.filter(({ brand }) => brand === ofWmi[0]?.brand)[VIN_ALPHABET.indexOf(vin[3] ?? '')]
      expect([candidates?.brand, candidates?.model], vin).toEqual([brandName, modelName])
      expect(vinYears(vin)).toContain(year)
    }
    expect(vehicles.filter(({ vin }) => !vinCheckDigitIsOk(vin))).toHaveLength(1)
    expect(vehicles.filter(({ brandName }) => brandName === null).length).toBeGreaterThan(0)
  })
})

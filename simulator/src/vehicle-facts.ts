// Derives a vehicle's brand, model and year from its VIN, so that the demonstration fleet and the portals agree. For a
// plate alone, a VIN with its check digit is invented from the plate's hash.
import { type BrandModel, BRAND_MODELS as models } from '@padron/contract/vehicles/brands'
import { between, chance, digits, hash, pick } from './chance.ts'
import { brandOfWmi } from './reference/wmi.ts'
import { registeredPlate, registeredVin } from './register.ts'

type Model = Omit<BrandModel, 'from' | 'to'>
export type Facts = Model & { vin: string; year: number; color: string; version: string; engine: string }

const modelAlphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const yearAlphabet = 'ABCDEFGHJKLMNPRSTVWXY123456789' // A = 1980 and 2010: the letters repeat every 30 years
const colors = ['BLANCO', 'GRIS', 'PLATA', 'NEGRO', 'ROJO', 'AZUL', 'ARENA'] as const
const versions = ['SENSE', 'ADVANCE', 'BASE', 'CONFORT', 'EQUIPADO', 'AUSTERO'] as const

const byWmi = Map.groupBy(models, (model) => model.wmi)
const byBrand = Map.groupBy(models, (model) => model.brand)

/** Models that a WMI can mean. A shared WMI belongs to its first brand in the table. */
function modelsOf(wmi: string): readonly Model[] {
  const shared = byWmi.get(wmi)
  if (shared) return shared.filter((model) => model.brand === shared[0]?.brand)
  return byBrand.get(brandOfWmi.get(wmi) ?? '') ?? []
}

function modelOf(vin: string): Model {
  const wmi = vin.slice(0, 3)
  const candidates = modelsOf(wmi)
  const found = candidates[Math.max(0, modelAlphabet.indexOf(vin.charAt(3))) % (candidates.length || 1)]
  if (found) return found
  const brand = brandOfWmi.get(wmi)
  const drawn = models[hash('brand', vin) % models.length]
  if (!brand && drawn) return drawn
  return {
    brand: brand ?? 'OTRAS',
    model: 'SIN INFORMACION',
    class: 'AUTOMOVIL',
    type: 'SEDAN',
    doors: 4,
    axles: 2,
    cylinders: 4,
    wmi,
  }
}

/** Year of position 10: the latest candidate that is not after next year. */
function yearOf(vin: string, currentYear: number): number {
  const index = yearAlphabet.indexOf(vin.charAt(9))
  if (index < 0) return between(currentYear - 12, currentYear, 'year', vin)
  const latest = 2010 + index + 30 * Math.floor((currentYear + 1 - 2010 - index) / 30)
  return Math.max(1980 + index, latest)
}

/** One engine number in twenty-five has a simulated typing error. */
const mistyped = (engine: string, vin: string): string =>
  chance('clerk', vin) < 0.04 ? engine.replace(/.$/, (last) => String((Number(last) || 0) + 1).slice(-1)) : engine

export function factsOfVin(vin: string, currentYear: number): Facts {
  const model = modelOf(vin)
  const known = registeredVin(vin)
  return {
    ...model,
    vin,
    year: yearOf(vin, currentYear),
    color: pick(colors, 'color', vin),
    version: known?.version ?? pick(versions, 'version', vin),
    engine: known?.engine ? mistyped(known.engine, vin) : `${vin.slice(3, 5)}${digits(8, 'engine', vin)}`,
  }
}

const vinValues = new Map([...'0123456789'].map((char) => [char, Number(char)]))
for (const row of ['ABCDEFGH', 'JKLMN.P.R', '.STUVWXYZ'])
  [...row].forEach((char, index) => {
    if (char !== '.') vinValues.set(char, index + 1)
  })
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, char, index) => total + (vinValues.get(char) ?? 0) * (vinWeights[index] ?? 0), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** A VIN for a plate. About 27 in 100 vehicles are younger than five years in 2026. */
function inventVin(plate: string): string {
  const drawn = models[hash('model', plate) % models.length]
  const wmi = drawn?.wmi ?? '3N1'
  const index = modelsOf(wmi).findIndex((model) => model.model === drawn?.model)
  const age = chance('age', plate) < 0.27 ? between(0, 4, 'young', plate) : between(5, 15, 'old', plate)
  const head = `${wmi}${modelAlphabet.charAt(Math.max(0, index))}${digits(4, 'vds', plate)}`
  const tail = `${yearAlphabet.charAt(16 - age)}A9${digits(5, 'serial', plate)}`
  return `${head}${checkDigit(`${head}0${tail}`)}${tail}`
}

export const factsOfPlate = (plate: string, currentYear: number): Facts =>
  factsOfVin(registeredPlate(plate)?.vin ?? inventVin(plate), currentYear)

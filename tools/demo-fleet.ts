// The vehicles of the demo fleets: a pure function of the company, so that the workbooks can be generated again without
// a difference. Plates follow the kind of vehicle and the state's series; VINs have a valid check digit and year code,
// and encode their model in position 4 (its index among its brand's models of one WMI), from which the simulated
// registry reads it.
import { DAY_MS } from '@padron/contract/days'
import { STATES, type State } from '@padron/contract/places/states'
import { nitCheckDigit, rfcCheckDigit } from '@padron/contract/rules/tax-ids'
import type { VehicleField } from '@padron/contract/template/vehicle-template'
import { BRAND_MODELS, type BrandModel } from '@padron/contract/vehicles/brands'
import { PLATE_LETTERS } from '@padron/contract/vehicles/plates'
import { VIN_ALPHABET, vinCheckDigit, vinYearCode } from '@padron/contract/vehicles/vin'
import { COLORS, type DemoCompany, ORIGINS, PRIORITIES, USES, VERSIONS } from './demo-tables.ts'

export type DemoCells = Partial<Record<VehicleField, string | number | Date>>

const LAST_YEAR = 2026 // fixed: the fleets do not depend on the clock

/** mulberry32: small, and the same on every platform. */
const makeRandom = (seed: string) => {
  let state = [...seed].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5)
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const seededRandom = (seed: string) => {
  const random = makeRandom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)]
    if (chosen === undefined) throw new Error('nothing to pick from')
    return chosen
  }
  const weighted = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = random() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of list) {
      left -= weight
      if (left < 0) return value
    }
    return pick(list)[0]
  }
  /** A mask of L (plate letter) and D (digit); other characters are literal. */
  const fill = (mask: string) =>
    [...mask].map((char) => (char === 'L' ? pick([...PLATE_LETTERS]) : char === 'D' ? `${below(10)}` : char)).join('')
  return { random, below, pick, weighted, fill, chance: (share: number) => random() < share }
}
type Random = ReturnType<typeof seededRandom>

const modelNamed = (name: string): BrandModel => {
  const found = BRAND_MODELS.find(({ brand, model }) => `${brand} ${model}` === name)
  if (!found) throw new Error(`no such model: ${name}`)
  return found
}
/** For a WMI that brands share, its models of the first brand. */
const siblingsOf = ({ wmi }: BrandModel): readonly BrandModel[] => {
  const all = BRAND_MODELS.filter((model) => model.wmi === wmi)
  return all.filter(({ brand }) => brand === all[0]?.brand)
}

const makeVin = (model: BrandModel, year: number, serial: number, random: Random): string => {
  const place = VIN_ALPHABET[siblingsOf(model).indexOf(model)]
  if (!place) throw new Error(`${model.brand} ${model.model} cannot be told by its VIN`)
  const head = `${model.wmi}${place}${random.fill('LDLD')}`
  const tail = `${vinYearCode(year)}${random.pick([...PLATE_LETTERS])}${String(serial).padStart(6, '0')}`
  return `${head}${vinCheckDigit(`${head}0${tail}`)}${tail}`
}

/** Three letters of a state's series, in the order of the alphabet without I, O, Q. */
const plateSeries = (state: State, random: Random): string => {
  const [from, to] = state.plateSeries ?? ['AAA', 'ZZZ']
  for (;;) {
    const series = `${from[0] === to[0] ? from[0] : random.pick([from[0], to[0]])}${random.fill('LL')}`
    if (from <= series && series <= to) return series
  }
}

const mexicanPlate = (kind: string, year: number, state: State, random: Random): string => {
  if (kind === 'TRACTOCAMION') return random.fill('DDLLDL')
  if (kind === 'REMOLQUE') return random.fill('LDLDD')
  if (kind === 'MOTOCICLETA') return random.fill('LDDLL')
  if (kind === 'CAMION') return year < 2014 && random.chance(0.4) ? random.fill('LLDDDDD') : random.fill('LDDDLL')
  if (state.stateId === 9) return random.fill('LDDLLL')
  return `${plateSeries(state, random)}${year < 2014 && random.chance(0.4) ? random.fill('DDDD') : random.fill('DDDL')}`
}
const colombianPlate = (kind: string, random: Random): string =>
  random.fill(kind === 'REMOLQUE' ? `${random.pick(['R', 'S'])}DDDDD` : kind === 'MOTOCICLETA' ? 'LLLDDL' : 'LLLDDD')

const taxIdOf = (name: string, country: string, random: Random): string => {
  if (country === 'CO') {
    const number = `90${random.fill('DDDDDDD')}`
    return `${number}-${nitCheckDigit(number)}`
  }
  const initials = name
    .split(' ')
    .filter((word) => word.length > 2)
    .slice(0, 3)
    .map((word) => word[0])
    .join('')
  const [year, month, day] = [random.below(24), 1 + random.below(12), 1 + random.below(28)]
  const born = [year, month, day].map((part) => String(part).padStart(2, '0')).join('')
  const head = `${initials}${born}${random.fill('LD')}`
  return `${head}${rfcCheckDigit(head)}`
}

/** Draws until the value is new: plates must not repeat in a company. */
const fresh = (used: Set<string>, make: () => string): string => {
  for (;;) {
    const made = make()
    if (used.has(made)) continue
    used.add(made)
    return made
  }
}

const wrongDigit = (vin: string): string => `${vin.slice(0, 8)}${vin[8] === '0' ? '1' : '0'}${vin.slice(9)}`

/** One vehicle with every field filled. */
const wholeVehicle = (
  company: DemoCompany,
  model: BrandModel,
  state: State,
  year: number,
  random: Random,
): DemoCells => {
  const { regions, routes, country, lessors } = company
  const isFederal = country === 'MX' && model.class === 'TRACTOCAMION'
  const plated = new Date(Math.max(Date.UTC(year - 1, 8, 1), Date.UTC(2005, 0, 1)) + random.below(450) * DAY_MS)
  const tags = [
    random.chance(0.9) && `Regiones: ${regions[state.stateId]}`,
    random.chance(0.7) && `Uso: ${random.pick(USES[model.class] ?? ['carga'])}`,
    random.chance(0.35) && `Rutas: ${random.pick(routes)}`,
    random.chance(0.25) && `Prioridad: ${random.weighted(PRIORITIES)}`,
  ].filter((tag) => tag !== false)
  return {
    ...(random.chance(0.4) ? { lessorName: random.pick(lessors) } : {}),
    version: random.pick(VERSIONS),
    class: model.class,
    type: model.type,
    ...(model.cylinders > 0
      ? { engineNumber: `${model.brand.slice(0, 2)}${random.fill('LDDDDDDDD')}`, cilinders: `${model.cylinders}` }
      : {}),
    vehicleColor: String(random.weighted(COLORS)),
    doors: model.doors,
    axes: `${model.axles}`,
    country: ORIGINS.find(([prefix]) => model.wmi.startsWith(prefix))?.[1] ?? 'OTRO',
    plateDate: plated,
    plateEntity: isFederal ? 'Servicio de autotransporte federal' : state.stateName.slice(0, 50),
    registrationDate: new Date(plated.getTime() + random.below(20) * DAY_MS),
    ...(random.chance(0.06)
      ? {
          observations: random.pick([
            'Revisar documentación en sitio.',
            'Unidad de respaldo.',
            'Cambio de conductor pendiente.',
          ]),
        }
      : {}),
    tags: tags.join(', '),
  }
}

/** The rows of a company's workbook, in order. */
export const demoFleet = (company: DemoCompany): DemoCells[] => {
  const random = seededRandom(company.name)
  const plates = new Set<string>()
  const holders = company.holders.map((name) => ({ name, taxId: taxIdOf(name, company.country, random) }))
  const states = company.states.map(([id, weight]) => [STATES.find(({ stateId }) => stateId === id), weight] as const)
  return Array.from({ length: company.count }, (_, i): DemoCells => {
    const model = modelNamed(String(random.weighted(company.models)))
    const state = random.weighted(states)
    if (!state) throw new Error('no such state')
    // Two in three are younger than six years; nothing is older than 2006.
    const year = Math.max(model.from, 2006, Math.min(model.to, LAST_YEAR) - Math.floor(random.random() ** 1.8 * 14))
    const plate = fresh(plates, () =>
      company.country === 'MX' ? mexicanPlate(model.class, year, state, random) : colombianPlate(model.class, random),
    )
    const vin = makeVin(model, year, i + 1, random)
    const needed = {
      plate,
      vin: i === 17 ? wrongDigit(vin) : vin,
      stateId: state.stateName,
      acquisitionReasonId: 'Expansión',
    }
    // Some owners fill in only the required fields.
    if (i % 97 === 41) return needed
    const holder =
      i === 23
        ? holders.at(-1)
        : random.pick(company.country === 'MX' && holders.length > 5 ? holders.slice(0, -1) : holders)
    const isPersons = i % 61 === 30
    return {
      ...needed,
      ...(random.chance(0.92) ? { customId: `ECO-${String(i + 1).padStart(4, '0')}` } : {}),
      ...(holder ? { rfcName: holder.name, taxIdentifier: holder.taxId } : {}),
      ownerName: isPersons ? 'PERSONA FICTICIA' : (holder?.name ?? ''),
      brandName: model.brand,
      modelName: model.model,
      year,
      ...wholeVehicle(company, model, state, year, random),
    }
  })
}

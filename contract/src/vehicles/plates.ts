// Plate formats on the stored form (upper case, no separators). They classify and warn, never refuse: the only
// refusal is the specification's 3–10 alphanumerics (assets.ts). Mexico: a public transcription of the character
// table of NOM-001-SCT-2-2016 (DOF 2016-06-24) and the older forms still driving; its letters exclude I, Ñ, O, Q.
// Masks: L letter, D digit, quotes fixed. 'ABC123' is an old Mexican car and every Colombian one: the country
// decides.
import type { Country } from '../places/countries.ts'
import { STATES } from '../places/states.ts'

export const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

type Row = readonly [mask: string, use: string, letters?: 'any']

const MX: readonly Row[] = [
  ['LLL-DDD-L', 'Automóvil particular'],
  ['LDD-LLL', 'Automóvil particular de la Ciudad de México'],
  ['LLL-DD-DD', 'Automóvil particular (anterior)', 'any'],
  ['DDD-LLL', 'Automóvil particular (anterior)', 'any'],
  ['LLL-DDD', 'Automóvil (anterior)', 'any'],
  ['L-DDD-LL', 'Camión particular'],
  ['LL-DD-DDD', 'Camión particular (anterior)', 'any'],
  ['LL-DDDD-L', 'Camión particular (anterior)', 'any'],
  ['DD-LL-DL', 'Autotransporte federal'],
  ["'D'-DD-DDD", 'Convertidor (dolly) federal'],
  ['DD-LL-D', 'Autobús particular'],
  ['DD-LLL-DD', 'Autobús (anterior)', 'any'],
  ['D-LLL-DD', 'Autobús (anterior)', 'any'],
  ['L-DDD-LLL', 'Taxi o servicio público'],
  ['DD-DD-LLL', 'Taxi o servicio público (anterior)', 'any'],
  ['L-DDDD-L', 'Taxi o servicio público'],
  ['L-DDDDD', 'Taxi o servicio público (anterior)', 'any'],
  ['DDD-L-DDD', 'Transporte público'],
  ['L-DL-DD', 'Remolque'],
  ['DLL-DDD-L', 'Remolque (anterior)', 'any'],
  ['D-LL-DDDD', 'Remolque (anterior)', 'any'],
  ['LDD-LL', 'Motocicleta'],
  ['LDDD-L', 'Motocicleta (anterior)', 'any'],
  ['LLL-DD', 'Motocicleta (anterior)', 'any'],
  ['DDDD-L', 'Motocicleta (anterior)', 'any'],
  ['D-LL-DDL', 'Demostración'],
  ['D-LL-DDD', 'Demostración (anterior)', 'any'],
  ['LL-D-L', 'Auto antiguo'],
  ['LL-DD', 'Auto antiguo (anterior)', 'any'],
  ['DDD-L', 'Personas con discapacidad'],
  ['DDD-LL', 'Personas con discapacidad (anterior)', 'any'],
  ['DDL-DDD', 'Vehículo ecológico'],
  ['LL-DDDL-D', 'Policía'],
  ["DD-'PC'-DDD", 'Protección civil'],
  ["'AM'-DDD-LL", 'Ambulancia'],
  ["'BM'-DDD-LL", 'Bomberos'],
  ["'CD'-DDDD", 'Cuerpo diplomático'],
  ["'CC'-DDDD", 'Cuerpo consular'],
]

const CO: readonly Row[] = [
  ['LLL-DDD', 'Automóvil, camioneta, bus o camión', 'any'],
  ['LLL-DDL', 'Motocicleta', 'any'],
  ['LLL-DD', 'Motocicleta (anterior)', 'any'],
  ['DDD-LLL', 'Motocarro', 'any'],
  ["'R'-DDDDD", 'Remolque'],
  ["'S'-DDDDD", 'Semirremolque'],
  ["'T'-DDDD", 'Importación temporal'],
  ["'CD'-DDDD", 'Cuerpo diplomático'],
  ["'CC'-DDDD", 'Cuerpo consular'],
  ["'OI'-DDDD", 'Organismo internacional'],
  ["'AT'-DDDD", 'Personal administrativo de embajada'],
]

export type PlateFormat = { mask: string; use: string; pattern: RegExp }

const patternOf = (mask: string, letter: string): RegExp => {
  const parts = mask.replaceAll('-', '').match(/'[^']+'|L|D/g) ?? []
  const one = (part: string) => (part === 'L' ? letter : part === 'D' ? '\\d' : part.slice(1, -1))
  return new RegExp(`^${parts.map(one).join('')}$`)
}
const formatsOf = (rows: readonly Row[]): readonly PlateFormat[] =>
  rows.map(([mask, use, letters]) => ({
    mask,
    use,
    pattern: patternOf(mask, letters ? '[A-Z]' : `[${PLATE_LETTERS}]`),
  }))

export const PLATE_FORMATS: Readonly<Record<Country, readonly PlateFormat[]>> = { MX: formatsOf(MX), CO: formatsOf(CO) }

/** The first format a stored plate fits, if any. */
export const plateFormat = (plate: string, country: Country): PlateFormat | undefined =>
  PLATE_FORMATS[country].find(({ pattern }) => pattern.test(plate))

/** Federal transport in Mexico: such a plate belongs to no state. */
export const isFederalPlate = (plate: string): boolean => plateFormat(plate, 'MX')?.use.endsWith(' federal') ?? false

/** The state of a private car's plate series (LLL-DDD-L). Other formats have no state. */
export const plateState = (plate: string): number | undefined => {
  if (!/^[A-Z]{3}\d{3}[A-Z]$/.test(plate)) return undefined
  const series = plate.slice(0, 3)
  return STATES.find(({ plateSeries }) => plateSeries && plateSeries[0] <= series && series <= plateSeries[1])?.stateId
}

const LIKELY: Readonly<Record<string, string>> = { I: '1', O: '0 o D', Q: '0 u O' }

/** Warnings in Spanish. @param plate as stored */
export const plateWarnings = (plate: string, country: Country, stateId: number | null): string[] => {
  if (/^\d+$/.test(plate)) {
    return ['La placa solo tiene dígitos; si la celda era numérica, Excel pudo quitarle ceros: dele formato de texto.']
  }
  if (!plateFormat(plate, country)) {
    const strange = country === 'MX' ? [...plate].find((char) => char in LIKELY) : undefined
    return strange
      ? [`Las placas actuales no usan la letra ${strange}; ¿quiso escribir ${LIKELY[strange]}?`]
      : ['La placa no tiene un formato conocido; revísela.']
  }
  const series = country === 'MX' ? plateState(plate) : undefined
  const owner = STATES.find((state) => state.stateId === series)
  return owner && stateId !== null && owner.stateId !== stateId
    ? [`La serie de la placa es de ${owner.stateName}; revise el estado.`]
    : []
}

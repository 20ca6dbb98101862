// Reference: Mexican amounts. UMA (the unit fines are stated in) by year, refrendo by state, fines with their UMA ranges.
// Source: INEGI figures; January 2026 press on state fees; press explainers of the Mexico City traffic regulation.
// A year's UMA is in force from 1 February to 31 January: a January fine still uses the year before.

const umaCents: Readonly<Record<number, number>> = {
  2016: 7304,
  2017: 7549,
  2018: 8060,
  2019: 8449,
  2020: 8688,
  2021: 8962,
  2022: 9622,
  2023: 10374,
  2024: 10857,
  2025: 11314,
  2026: 11731,
}

/** Daily UMA in cents on an ISO date; years outside the table use its nearest end. */
export function umaOn(isoDate: string): number {
  const year = Number(isoDate.slice(0, 4)) - (isoDate.slice(5, 7) === '01' ? 1 : 0)
  return umaCents[Math.min(2026, Math.max(2016, year))] ?? 11731
}

/** Refrendo 2026 in cents. Nuevo León goes by model year; newer models than its table pay the last bracket. */
export const refrendoCents = {
  coahuila: 244100,
  nuevoLeon: (modelYear: number): number => (modelYear <= 2011 ? 220600 : 282900),
} as const

/** Mexico City fines: reason as printed, units of account from and to. */
export const finesCdmx = [
  { reason: 'POR EXCEDER EL LÍMITE DE VELOCIDAD', from: 10, to: 20 },
  { reason: 'POR ESTACIONARSE EN LUGAR PROHIBIDO', from: 10, to: 20 },
  { reason: 'POR USAR TELÉFONO CELULAR AL CONDUCIR', from: 30, to: 35 },
  { reason: 'POR CIRCULAR EN CARRIL CONFINADO', from: 40, to: 60 },
  { reason: 'POR NO RESPETAR LA LUZ ROJA', from: 10, to: 10 },
  { reason: 'POR NO USAR CINTURÓN DE SEGURIDAD', from: 10, to: 20 },
  { reason: 'POR CIRCULAR EN DÍA RESTRINGIDO', from: 20, to: 30 },
  { reason: 'POR NO USAR LUCES DIRECCIONALES', from: 5, to: 10 },
] as const

export const environmentalCdmx = { reason: 'VERIFICACIÓN VEHICULAR EXTEMPORÁNEA', units: 20 } as const

/** Municipal fines on a Nuevo León statement; the concept must hold MULTA or INFRACCION, it is all that tells the kind. */
export const finesNuevoLeon = [
  { concept: 'MULTA DE TRANSITO MUNICIPAL FICTICIA', from: 10, to: 20 },
  { concept: 'INFRACCION POR EXCESO DE VELOCIDAD', from: 10, to: 20 },
  { concept: 'MULTA POR ESTACIONAMIENTO PROHIBIDO', from: 5, to: 10 },
  { concept: 'INFRACCION POR USO DE CELULAR', from: 20, to: 30 },
] as const

/** Debts that are neither fine, tenencia nor refrendo; amounts in cents. */
export const miscNuevoLeon = [
  { concept: 'CANJE DE PLACAS', cents: 272400 },
  { concept: 'DERECHOS POR BAJA DE PLACAS', cents: 59000 },
  { concept: 'REPOSICION DE TARJETA DE CIRCULACION', cents: 43300 },
] as const

/** Usual yearly tenencia of a fleet vehicle, in cents. */
export const tenenciaRangeCents = { from: 180000, to: 950000 } as const

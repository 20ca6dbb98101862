// The two countries of the product and their differences: money, the tax identifier's name, words.

export const COUNTRIES = {
  MX: {
    name: 'México',
    currency: 'MXN',
    taxId: 'RFC',
    state: 'Estado',
    locale: 'es-MX',
    timeZone: 'America/Mexico_City',
  },
  CO: {
    name: 'Colombia',
    currency: 'COP',
    taxId: 'NIT',
    state: 'Departamento',
    locale: 'es-CO',
    timeZone: 'America/Bogota',
  },
} as const

export type Country = keyof typeof COUNTRIES
export const COUNTRY_CODES = ['MX', 'CO'] as const satisfies readonly Country[]

/** Mexico is the default if a session has no country (spec core §1). */
export const asCountry = (code: unknown): Country => (code === 'CO' ? 'CO' : 'MX')

// The locale of texts and numbers: that of the company whose request, job or email is being processed (1,204 adeudos in
// Mexico, 1.204 deudas in Colombia); Mexico's without a company, as in the operator's commands. It follows async calls,
// but not callbacks of streams.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Country } from '@padron/contract/places/countries'
import { writeTextsFor } from '@padron/contract/texts/text-country'

const countries = new AsyncLocalStorage<Country>()
export const currentCountry = (): Country => countries.getStore() ?? 'MX'
writeTextsFor(currentCountry)

export const withLocale = <T>(country: Country, work: () => T): T => countries.run(country, work)

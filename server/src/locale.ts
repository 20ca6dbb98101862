// The number format of texts: that of the company's country whose request, job or email is being processed (1,204 in
// Mexico, 1.204 in Colombia); Mexico's where there is no company, as in the operator's commands. It follows async
// calls; a callback of a stream is outside of it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { writeNumbersFor } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'

const countries = new AsyncLocalStorage<Country>()
export const currentCountry = (): Country => countries.getStore() ?? 'MX'
writeNumbersFor(currentCountry)

export const withLocale = <T>(country: Country, work: () => T): T => countries.run(country, work)

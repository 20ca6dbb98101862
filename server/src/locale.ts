// How the numbers of a sentence are written: as the country of the company does, whose request, job or letter is
// being worked on (1,204 in Mexico, 1.204 in Colombia). Where it is nobody's, as with the operator's commands: as
// Mexico does. What an async function or generator says is said in the place it was called from; what a stream asks
// for later is not.
import { AsyncLocalStorage } from 'node:async_hooks'
import { writeNumbersFor } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'

const countries = new AsyncLocalStorage<Country>()
export const currentCountry = (): Country => countries.getStore() ?? 'MX'
writeNumbersFor(currentCountry)

export const withLocale = <T>(country: Country, work: () => T): T => countries.run(country, work)

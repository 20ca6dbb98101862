// «¿Cómo está la flota?»: vehicles, debt, pending tasks, and how much of it is known.
import { catalogue } from '@padron/contract/catalogue'
import { Coverage } from '@padron/contract/catalogue/rows'
import { pending } from '@padron/contract/pending'
import { COUNTRIES } from '@padron/contract/places/countries'
import { z } from 'zod/mini'
import { Age, ageOf, ageOrNone } from '../answers.ts'
import { described, tool } from '../tool.ts'

const NOT_YET = 'Las cifras se están calculando: pregunte de nuevo en unos segundos.'

const Figures = z.object({
  ...z.omit(Coverage, { matched: true }).shape,
  age: described(z.string(), 'Hace cuánto se calculó.'),
  oldestAge: described(Age, 'Hace cuánto se dio la respuesta más antigua de las que suman.'),
})

export const fleetSummary = tool({
  name: 'resumen_de_flota',
  title: 'Resumen de la flota',
  description:
    'Cuántos vehículos hay, cuánto deben según las fuentes, de cuántos falta información (debt.unknown), qué tan ' +
    'vigentes son las respuestas y cuántos pendientes hay por tipo. debt.total no incluye lo que se desconoce.',
  calls: [catalogue.coverage, pending.summary],
  input: z.strictObject({}),
  output: z.object({
    currency: z.string(),
    figures: z.nullable(Figures),
    note: described(z.nullable(z.string()), 'Por qué no hay cifras, donde figures es null.'),
    pending: described(pending.summary.reply, 'Lo que hay que hacer.'),
  }),
  run: async (_, { api, session, now, signal }) => {
    const [coverage, summary] = await Promise.all([
      api(catalogue.coverage, { body: {} }, signal),
      api(pending.summary, { query: {} }, signal),
    ])
    const currency = COUNTRIES[session.country].currency
    if (coverage === null) return { currency, figures: null, note: NOT_YET, pending: summary }
    const { matched: _matched, ...figures } = coverage
    const ages = { age: ageOf(coverage.at, now), oldestAge: ageOrNone(coverage.oldest, now) }
    return { currency, figures: { ...figures, ...ages }, note: null, pending: summary }
  },
})

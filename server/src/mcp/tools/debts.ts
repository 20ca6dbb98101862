// «¿Qué debe la placa…?»: each debt with its source and age, and the sources without an answer, which are unknown and
// never "nothing".
import type { Reply } from '@padron/contract/call'
import { Freshness } from '@padron/contract/catalogue/rows'
import { money } from '@padron/contract/money'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import {
  DebtRow,
  type ResourceResult,
  resourceStatus,
  type ScrapedResource,
  unpricedText,
} from '@padron/contract/resource-status'
import { MAY_OWE, MONEY_TYPES, POSSIBLE_DEBTS, statusTone } from '@padron/contract/resources'
import { WITHOUT_ANSWER } from '@padron/contract/rules/debt-answers'
import { countOf } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { z } from 'zod/mini'
import { Age, ageOrNone, cut, Left } from '../answers.ts'
import { described, type ToolContext, tool } from '../tool.ts'
import { findVehicle, NamedVehicle, VEHICLE_CALLS, VEHICLE_INPUT } from './vehicle.ts'

const DEBTS_AT_MOST = 100

const FROM_SOURCE = {
  resourceId: z.int(),
  type: described(z.string(), 'Tipo de adeudo: multas, tenencia, comparendos…'),
  source: described(z.string(), 'Quién lo dice: la fuente que respondió.'),
  sourceUrl: z.nullable(z.string()),
  answeredAt: described(z.nullable(z.string()), 'Cuándo lo dijo; null: no hay respuesta válida.'),
  age: Age,
  freshness: described(
    z.nullable(Freshness.shape.state),
    'current: vigente; old: antiguo; unknown: se consultó sin respuesta válida; null: nunca se ha consultado.',
  ),
}

const ListedDebt = z.object({
  ...DebtRow.shape,
  currency: z.string(),
  possible: described(z.boolean(), 'La fuente dice que puede deberse; no está en el total.'),
  listedElsewhere: described(z.boolean(), 'Otra fuente lo lista también: no se suma dos veces.'),
  amountNote: described(z.nullable(z.string()), 'Por qué no hay importe, donde total es null. Nunca es cero.'),
  ...FROM_SOURCE,
})
const Source = z.object({
  ...FROM_SOURCE,
  answer: described(
    z.enum(['owes', 'possible', 'clear', 'unknown']),
    'owes: dice que debe; possible: puede deber; clear: respondió que no debe; unknown: se desconoce.',
  ),
  reason: described(z.nullable(z.string()), 'Por qué se desconoce, o el estado que dio.'),
})
type Source = z.infer<typeof Source>

const Output = z.object({
  vehicle: NamedVehicle,
  summary: described(z.string(), 'La respuesta en una frase.'),
  total: described(z.nullable(z.number()), 'Suma de los importes conocidos; null: ninguna fuente ha respondido.'),
  currency: z.string(),
  withoutAmount: described(z.int(), 'Adeudos de los que ninguna fuente dio el importe.'),
  isComplete: described(z.boolean(), 'Si todas las fuentes respondieron y todo adeudo tiene importe.'),
  debts: z.array(ListedDebt),
  left: Left,
  sources: z.array(Source),
})

const isOfDebts = ({ resource }: ScrapedResource): boolean =>
  MONEY_TYPES.has(resource.resourceType.resourceTypeId) || resource.resourceType.resourceTypeId === POSSIBLE_DEBTS

const isUnanswered = ({ status, freshness }: ScrapedResource['scraped']): boolean =>
  freshness?.state === 'unknown' || WITHOUT_ANSWER.includes(status.statusId)

const answerOf = ({ scraped }: ScrapedResource): Source['answer'] => {
  const { statusId } = scraped.status
  if (statusTone(statusId) === 'debt') return 'owes'
  if (isUnanswered(scraped)) return 'unknown'
  return statusId === MAY_OWE ? 'possible' : 'clear'
}

const reasonOf = (each: ScrapedResource): string | null => {
  const { resource, scraped } = each
  if (answerOf(each) !== 'unknown') return scraped.status.descriptionSpanish
  if (scraped.outageSince) return 'La fuente falla para todos.'
  if (scraped.lastAttempt) return scraped.lastAttempt.remark ?? scraped.lastAttempt.text
  return resource.automatic ? 'Aún no se ha consultado.' : 'La consulta una persona, y nadie la ha capturado.'
}

const fromSource = ({ resource, scraped }: ScrapedResource, now: Date) => {
  const { answer, freshness } = scraped
  const answeredAt = freshness?.at ?? null
  return {
    resourceId: resource.resourceId,
    type: resource.resourceType.descriptionSpanish,
    source: answer?.portal ?? resource.portal,
    sourceUrl: answer ? answer.portalUrl : resource.portalUrl,
    answeredAt,
    age: ageOrNone(answeredAt, now),
    freshness: freshness?.state ?? null,
  }
}

const UNLISTED = 'Adeudo sin desglose'
const unlisted = (description: string, total: number | null): DebtRow => ({
  ...{ folio: null, description, dateTime: null, subTotal: null, discountsSum: null, surchargesSum: null },
  total,
})
/** A result without rows is one debt, for which the source gives at most a sum. */
const rowsOf = ({ name, total, scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult) => {
  const rows = [...scrapedTickets, ...scrapedTenencias, ...scrapedRefrendo]
  return rows.length > 0 ? rows : [unlisted(name, total)]
}

const debtsOf = (each: ScrapedResource, { session, now }: ToolContext): z.infer<typeof ListedDebt>[] => {
  const answer = answerOf(each)
  if (answer !== 'owes' && answer !== 'possible') return []
  const { result } = each.scraped
  const rows = result.flatMap((one) => rowsOf(one).map((row) => ({ row, listedElsewhere: one.elsewhere ?? false })))
  const listed = rows.length > 0 ? rows : [{ row: unlisted(localText(UNLISTED), null), listedElsewhere: false }]
  return listed.map(({ row, listedElsewhere }) => ({
    ...row,
    currency: COUNTRIES[session.country].currency,
    possible: answer === 'possible',
    listedElsewhere,
    amountNote: row.total === null ? unpricedText(row) || 'La fuente no dio el importe.' : null,
    ...fromSource(each, now),
  }))
}

type Known = Pick<z.infer<typeof Output>, 'total' | 'withoutAmount' | 'isComplete' | 'sources'>

const owedText = ({ total, withoutAmount, isComplete, sources }: Known, country: Country): string => {
  if (total === null) return 'Se desconoce si debe'
  const unpriced = withoutAmount > 0 ? [countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe')] : []
  const owed = [...(total > 0 ? [money(total, country)] : []), ...unpriced]
  if (owed.length > 0) return `Debe ${owed.join(' y ')}`
  if (sources.some(({ answer }) => answer === 'owes')) return 'Debe, sin que se conozca el importe'
  if (sources.some(({ answer }) => answer === 'possible'))
    return localText('Sin adeudos confirmados; una fuente dice que puede deber')
  return localText(isComplete ? 'Sin adeudos según todas sus fuentes' : 'Sin adeudos en las fuentes que respondieron')
}

const summaryOf = (known: Known, { session }: ToolContext): string => {
  const typesOf = (isMeant: (source: Source) => boolean): string =>
    [...new Set(known.sources.filter(isMeant).map(({ type }) => type))].join(', ')
  const unknown = typesOf(({ answer }) => answer === 'unknown')
  const old = typesOf(({ answer, freshness }) => answer !== 'unknown' && freshness === 'old')
  const parts = [
    owedText(known, session.country),
    ...(old ? [`dato antiguo de ${old}`] : []),
    ...(unknown ? [`sin respuesta, se desconoce: ${unknown}`] : []),
  ]
  return `${parts.join(' · ')}.`
}

const readDebts = async (vehicle: NamedVehicle, context: ToolContext) => {
  const params = { vehicleId: `${vehicle.vehicleAssetId}` }
  const reply: Reply<typeof resourceStatus.byType> = await context.api(
    resourceStatus.byType,
    { params },
    context.signal,
  )
  const resources = reply.scrapedResourceTypes.flatMap((type) => type.resources).filter(isOfDebts)
  const sources = resources.map((each) => ({
    ...fromSource(each, context.now),
    answer: answerOf(each),
    reason: reasonOf(each),
  }))
  const { total, withoutAmount } = reply.debt
  const isComplete = withoutAmount === 0 && !resources.some(({ scraped }) => isUnanswered(scraped))
  const known = { total, withoutAmount, isComplete, sources }
  const { items: debts, left } = cut(
    resources.flatMap((each) => debtsOf(each, context)),
    DEBTS_AT_MOST,
  )
  const currency = COUNTRIES[context.session.country].currency
  return { vehicle, summary: summaryOf(known, context), ...known, currency, debts, left }
}

export const vehicleDebts = tool({
  name: 'adeudos_de_vehiculo',
  title: 'Qué debe un vehículo',
  description:
    'Lo que debe un vehículo: cada adeudo con su importe, su moneda, la fuente que lo dice y hace cuánto. Las ' +
    'fuentes sin respuesta vienen como unknown: ahí se desconoce si hay adeudo; no diga que no lo hay.',
  calls: [...VEHICLE_CALLS, resourceStatus.byType],
  input: z.strictObject(VEHICLE_INPUT),
  output: Output,
  run: async (input, context) => readDebts(await findVehicle(input, context), context),
})

export const markDebtPaid = tool({
  name: 'marcar_adeudo_como_pagado',
  title: 'Marcar un adeudo como pagado',
  description:
    'Marca un adeudo como pagado, en espera de que su fuente lo confirme, o quita la marca. No paga nada. Úsela ' +
    'solo si la persona lo pide, con los números que dio adeudos_de_vehiculo.',
  calls: [resourceStatus.markPaid],
  writes: true,
  input: z.strictObject({
    vehicleAssetId: z.int('Debe ser un número entero'),
    ...resourceStatus.markPaid.body.shape,
  }),
  output: resourceStatus.markPaid.reply,
  run: ({ vehicleAssetId, ...body }, { api, signal }) =>
    api(resourceStatus.markPaid, { params: { vehicleId: `${vehicleAssetId}` }, body }, signal),
})

// Apitude: RUNT by plate → types 5 and 12, in the two steps of apitude-requests.ts. Based on its provider file: answers
// have no plate, and a vehicle without an inspection has an empty list.
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, commonTroubles, fail, normal, ok, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { type Documents, good, inspection, naturalDocuments, soat } from './runt-documents.ts'

const words = readProviderWords('apitude')
const example = (place: string) => words.example('RUNT result', 'in force', place)
const ENVELOPE = example('')
const RESULT = example('result')
const DATA = example('result.data')
const GENERAL = example('result.data.informacion_general_vehiculo')
const POLICY = example('result.data.soats.0')
const INSPECTION = example('result.data.automotores.0')

const isoOf = (slashed: string | null): string | null => slashed?.split('/').reverse().join('-') ?? null

const finished = (moment: Moment, result: object): Answer =>
  ok({ ...ENVELOPE, result: { ...RESULT, end_at: moment.now.toISOString(), ...result } })

function dataOf({ plate }: Query, moment: Moment, documents: Documents) {
  const facts = factsOfPlate(plate, moment.year)
  return {
    ...DATA,
    informacion_general_vehiculo: {
      ...GENERAL,
      marca: facts.brand,
      linea: facts.model,
      modelo: String(facts.year),
      clase_vehiculo: facts.class,
      color: facts.color,
    },
    soats: documents.soat.map((policy) => ({
      ...POLICY,
      no_poliza: policy.noPoliza,
      estado: policy.estado,
      fecha_vencimiento: isoOf(policy.fechaVencimiento),
    })),
    automotores: documents.tecnoMecanica.flatMap((row) =>
      row.vigente === 'NO APLICA'
        ? []
        : { ...INSPECTION, vigente: row.vigente, fecha_vigente: isoOf(row.fechaVencimiento) },
    ),
  }
}

const answered = (query: Query, moment: Moment, documents: Documents): Answer =>
  finished(moment, { data: dataOf(query, moment, documents) })
const whole = (query: Query, moment: Moment) => dataOf(query, moment, good(query.plate, moment))

const lapsedPolicy = (query: Query, moment: Moment): Answer =>
  answered(query, moment, { ...good(query.plate, moment), soat: soat(query.plate, moment, true) })

/** An example of the provider file with the reason for a missing answer. */
const exampleAnswer = (name: string) => (_query: Query, moment: Moment) =>
  finished(moment, { data: undefined, ...words.example('RUNT result', name, 'result') })

export const apitudeRunt: Portal = {
  name: 'apitude-runt',
  title: 'Apitude · RUNT',
  country: 'CO',
  method: 'POST',
  path: '/apitude/api/v1.0/requests/runt-vehicle-co/',
  allowed: holds('apitude'),
  ask: (field) => {
    const plate = normal(field('document_number'))
    if (field('document_type') !== 'placa' || !plate) return fail(400, { message: 'document_type, document_number' })
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.005 },
  answers: {
    ...jsonRefusals({ detail: 'Authentication credentials were not provided.' }),
    unauthorized: words.error('key refused'),
    natural: (query, moment) => answered(query, moment, naturalDocuments(query.plate, moment)),
    clean: (query, moment) => finished(moment, { data: whole(query, moment) }),
    'one-debt': lapsedPolicy,
    'many-debts': (query, moment) =>
      answered(query, moment, {
        soat: soat(query.plate, moment, true, 40),
        tecnoMecanica: inspection(query.plate, moment, 'NO'),
      }),
    'does-not-exist': exampleAnswer('plate not known to the source'),
    partial: (query, moment) => finished(moment, { data: { ...whole(query, moment), automotores: null } }),
    drift: (query, moment) => {
      const { soats, ...rest } = whole(query, moment)
      return finished(moment, { data: { ...rest, polizas: soats } })
    },
    twice: lapsedPolicy,
    'unknown-field': (query, moment) =>
      withUnknownField(finished(moment, { data: whole(query, moment) }), 'result.data.soats.0'),
    'no-rows-key': (query, moment) =>
      without(finished(moment, { data: whole(query, moment) }), 'result.data.automotores'),
    'ok-with-error': exampleAnswer('source did not answer'),
  },
}

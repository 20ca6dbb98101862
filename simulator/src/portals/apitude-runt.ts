// Apitude: RUNT by plate → types 5 and 12, in the same two steps as its debts of the capital (apitude-requests.ts).
// Made from the answers of its provider file: no plate comes back, and a vehicle without an inspection has an empty
// list.

import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, type Portal } from '../portal.ts'
import { wordsOf } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { good, inspection, naturalPapers, type Papers, soat } from './runt-documents.ts'

const words = wordsOf('apitude')
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

function dataOf({ plate }: Asked, moment: Moment, papers: Papers) {
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
    soats: papers.soat.map((policy) => ({
      ...POLICY,
      no_poliza: policy.noPoliza,
      estado: policy.estado,
      fecha_vencimiento: isoOf(policy.fechaVencimiento),
    })),
    automotores: papers.tecnoMecanica.flatMap((row) =>
      row.vigente === 'NO APLICA'
        ? []
        : { ...INSPECTION, vigente: row.vigente, fecha_vigente: isoOf(row.fechaVencimiento) },
    ),
  }
}

const answered = (asked: Asked, moment: Moment, papers: Papers): Answer =>
  finished(moment, { data: dataOf(asked, moment, papers) })
const whole = (asked: Asked, moment: Moment) => dataOf(asked, moment, good(asked.plate, moment))

const lapsedPolicy = (asked: Asked, moment: Moment): Answer =>
  answered(asked, moment, { ...good(asked.plate, moment), soat: soat(asked.plate, moment, true) })

/** An example of the provider file that says why there is no answer. */
const said = (name: string) => (_asked: Asked, moment: Moment) =>
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
    natural: (asked, moment) => answered(asked, moment, naturalPapers(asked.plate, moment)),
    clean: (asked, moment) => finished(moment, { data: whole(asked, moment) }),
    'one-debt': lapsedPolicy,
    'many-debts': (asked, moment) =>
      answered(asked, moment, {
        soat: soat(asked.plate, moment, true, 40),
        tecnoMecanica: inspection(asked.plate, moment, 'NO'),
      }),
    'does-not-exist': said('plate not known to the source'),
    partial: (asked, moment) => finished(moment, { data: { ...whole(asked, moment), automotores: null } }),
    drift: (asked, moment) => {
      const { soats, ...rest } = whole(asked, moment)
      return finished(moment, { data: { ...rest, polizas: soats } })
    },
    twice: lapsedPolicy,
    'unknown-field': (asked, moment) =>
      withUnknownField(finished(moment, { data: whole(asked, moment) }), 'result.data.soats.0'),
    'no-rows-key': (asked, moment) =>
      without(finished(moment, { data: whole(asked, moment) }), 'result.data.automotores'),
    'ok-with-error': said('source did not answer'),
  },
}

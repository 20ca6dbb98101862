// PlacApi: a Mexican vehicle by plate → registry (type 2) and theft from four sources (type 4), the same report as in
// the other portals. `no_inscrito` is not served, because no documented answer has it.
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, ok, other, type Portal, type Query } from '../portal.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen } from '../theft.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { exampleOf, placapiRefusals, placapiTroubles, plateIn } from './placapi-contract.ts'

type Theft = { reportado: boolean; fuentes: Record<string, boolean | null> }
type Example = { data: object & { reporteRobo: Theft } }
const EXAMPLE = exampleOf<Example>('/vehiculo-mx')
const CLEAR = EXAMPLE.data.reporteRobo
const STOLEN: Theft = { reportado: true, fuentes: { ...CLEAR.fuentes, fiscalia: true } }

function answered({ plate }: Query, { now, year }: Moment, reporteRobo: Theft, answeredPlate = plate): Answer {
  const facts = factsOfPlate(plate, year)
  return ok({
    ...EXAMPLE,
    data: {
      ...EXAMPLE.data,
      placa: answeredPlate,
      clase: facts.class,
      carroceria: facts.type,
      marca: facts.brand,
      linea: facts.model,
      modelo: facts.year,
      vin: facts.vin,
      reporteRobo,
    },
    fetchedAt: now.toISOString(),
  })
}

const clean = (query: Query, moment: Moment): Answer => answered(query, moment, CLEAR)

export const placapiMx: Portal = {
  name: 'placapi-mx',
  title: 'PlacApi · México',
  country: 'MX',
  method: 'POST',
  path: '/placapi/vehiculo-mx',
  allowed: holds('placapi'),
  ask: (field) => {
    const plate = plateIn(field)
    return typeof plate === 'string' ? { key: plate, plate, vin: '' } : plate
  },
  troubles: { ...placapiTroubles, conflict: 0 },
  answers: {
    ...placapiRefusals,
    natural: (query, moment) => {
      const { vin } = factsOfPlate(query.plate, moment.year)
      return answered(query, moment, isStolen(vin) ? STOLEN : CLEAR)
    },
    clean,
    'one-debt': clean,
    theft: (query, moment) => answered(query, moment, STOLEN),
    partial: (query, moment) => answered(query, moment, { ...CLEAR, fuentes: { ...CLEAR.fuentes, ocra: null } }),
    'other-plate': (query, moment) => answered(query, moment, CLEAR, other(query.plate)),
    drift: (query, moment) => {
      const { fiscalia: procuraduria = null, ...fuentes } = CLEAR.fuentes
      return answered(query, moment, { ...CLEAR, fuentes: { procuraduria, ...fuentes } })
    },
    'unknown-field': (query, moment) => withUnknownField(clean(query, moment), 'data'),
    'no-rows-key': (query, moment) => without(clean(query, moment), 'data.reporteRobo'),
  },
}

// PlacApi: a Mexican vehicle by plate → registry (type 2) and theft from four sources (type 4). It tells the theft
// story that the other portals tell of the same VIN. `no_inscrito` is in no documented answer, so it is not served.

import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, ok, other, type Portal } from '../portal.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen } from '../theft.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { exampleOf, placapiRefusals, placapiTroubles, plateIn } from './placapi-contract.ts'

type Theft = { reportado: boolean; fuentes: Record<string, boolean | null> }
type Example = { data: object & { reporteRobo: Theft } }
const EXAMPLE = exampleOf<Example>('/vehiculo-mx')
const CLEAR = EXAMPLE.data.reporteRobo
const STOLEN: Theft = { reportado: true, fuentes: { ...CLEAR.fuentes, fiscalia: true } }

function answered({ plate }: Asked, { now, year }: Moment, reporteRobo: Theft, shown = plate): Answer {
  const facts = factsOfPlate(plate, year)
  return ok({
    ...EXAMPLE,
    data: {
      ...EXAMPLE.data,
      placa: shown,
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

const clean = (asked: Asked, moment: Moment): Answer => answered(asked, moment, CLEAR)

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
    natural: (asked, moment) => {
      const { vin } = factsOfPlate(asked.plate, moment.year)
      return answered(asked, moment, isStolen(vin) ? STOLEN : CLEAR)
    },
    clean,
    'one-debt': clean,
    theft: (asked, moment) => answered(asked, moment, STOLEN),
    partial: (asked, moment) => answered(asked, moment, { ...CLEAR, fuentes: { ...CLEAR.fuentes, ocra: null } }),
    'other-plate': (asked, moment) => answered(asked, moment, CLEAR, other(asked.plate)),
    drift: (asked, moment) => {
      const { fiscalia: procuraduria = null, ...fuentes } = CLEAR.fuentes
      return answered(asked, moment, { ...CLEAR, fuentes: { procuraduria, ...fuentes } })
    },
    'unknown-field': (asked, moment) => withUnknownField(clean(asked, moment), 'data'),
    'no-rows-key': (asked, moment) => without(clean(asked, moment), 'data.reporteRobo'),
  },
}

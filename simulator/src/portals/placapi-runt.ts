// PlacApi: RUNT by plate and the owner's document, or by VIN alone → SOAT (type 5) and technical inspection (type
// 12). The same papers that the other RUNT portals show, in the shape of PlacApi's document: a vehicle too young for
// one has an empty list.

import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, normal, ok, other, type Portal } from '../portal.ts'
import { isOfOther, registeredPlate, registeredVin } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate, factsOfVin } from '../vehicle-facts.ts'
import {
  badRequest,
  documentIn,
  exampleOf,
  notTheOwner,
  placapiRefusals,
  placapiTroubles,
  plateIn,
} from './placapi-contract.ts'
import { good, inspection, naturalPapers, type Papers, soat } from './runt-documents.ts'

type Example = { data: { informacionGeneral: object; soat: [object]; tecnoMecanica: [object] } }
const EXAMPLE = exampleOf<Example>('/consulta')
const [POLICY] = EXAMPLE.data.soat
const [INSPECTION] = EXAMPLE.data.tecnoMecanica

/** Of a VIN that nobody registered, a plate of the private form. */
const plateOfVin = (vin: string): string =>
  registeredVin(vin)?.plate ?? `${vin.slice(-3).replace(/\d/g, 'K')}${vin.slice(-3).replace(/\D/g, '7')}`

function policiesOf(plate: string, { soat: policies }: Papers) {
  return policies.map((policy) => ({
    ...POLICY,
    entidadExpideSoat: policy.entidadExpideSoat,
    estado: policy.estado,
    estadoSoat: policy.estado,
    fechaExpediSoat: policy.fechaExpedicion,
    fechaExpedicion: policy.fechaExpedicion,
    fechaVencimiento: policy.fechaVencimiento,
    fechaVigencia: policy.fechaVigencia,
    noPoliza: policy.noPoliza,
    placa: plate,
  }))
}

const inspectionsOf = (plate: string, { tecnoMecanica }: Papers) =>
  tecnoMecanica.flatMap((row) =>
    row.vigente === 'NO APLICA'
      ? []
      : {
          ...INSPECTION,
          cdaExpide: row.cdaExpide,
          fechaExpedicion: row.fechaExpedicion,
          fechaVencimiento: row.fechaVencimiento,
          numeroPlaca: plate,
          vigente: row.vigente,
        },
  )

function generalOf(plate: string, vin: string, { year }: Moment) {
  const facts = vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)
  const known = registeredPlate(plate)
  const [y, m, d] = known?.plated?.split('-') ?? []
  return {
    ...EXAMPLE.data.informacionGeneral,
    claseVehiculo: facts.class,
    color: facts.color,
    fechaMatricula: d ? `${d}/${m}/${y}` : `15/03/${facts.year}`,
    linea: facts.model,
    marca: facts.brand,
    modelo: String(facts.year),
    noChasis: facts.vin,
    noEjes: String(facts.axles),
    noMotor: facts.engine,
    noPlaca: plate,
    noSerie: facts.vin,
    noVin: facts.vin,
    ...(known?.entity ? { organismoTransito: known.entity.toUpperCase() } : {}),
    puertas: String(facts.doors),
    tipoCarroceria: facts.type,
  }
}

function answered({ plate, vin, holder = '' }: Asked, moment: Moment, papers: Papers, shown = { plate, vin }): Answer {
  const informacionGeneral = generalOf(shown.plate, shown.vin, moment)
  return ok({
    ...EXAMPLE,
    data: {
      ...EXAMPLE.data,
      documentNumber: holder,
      plate: shown.plate,
      vin: informacionGeneral.noVin,
      informacionGeneral,
      soat: policiesOf(shown.plate, papers),
      tecnoMecanica: inspectionsOf(shown.plate, papers),
    },
    fetchedAt: moment.now.toISOString(),
  })
}

const whole = (asked: Asked, moment: Moment): Answer => answered(asked, moment, good(asked.plate, moment))
/** The answer with one of its sections called or made otherwise. */
const changed = (answer: Answer, change: (data: Record<string, unknown>) => object): Answer => {
  const body = answer.body as { data: Record<string, unknown> }
  return { ...answer, body: { ...body, data: change(body.data) } }
}

const answers: Portal['answers'] = {
  ...placapiRefusals,
  natural: (asked, moment) =>
    asked.holder && isOfOther(asked.plate, asked.holderType ?? '', asked.holder)
      ? notTheOwner()
      : answered(asked, moment, naturalPapers(asked.plate, moment)),
  clean: whole,
  'one-debt': (asked, moment) =>
    answered(asked, moment, { ...good(asked.plate, moment), soat: soat(asked.plate, moment, true) }),
  'many-debts': (asked, moment) =>
    answered(asked, moment, {
      soat: soat(asked.plate, moment, true, 40),
      tecnoMecanica: inspection(asked.plate, moment, 'NO'),
    }),
  'other-plate': (asked, moment) => {
    const shown = { plate: other(asked.plate), vin: other(asked.vin) }
    return answered(asked, moment, good(asked.plate, moment), shown)
  },
  partial: (asked, moment) => changed(whole(asked, moment), (data) => ({ ...data, tecnoMecanica: null })),
  drift: (asked, moment) => changed(whole(asked, moment), ({ soat: polizas, ...data }) => ({ ...data, polizas })),
  'unknown-field': (asked, moment) => withUnknownField(whole(asked, moment), 'data.soat.0'),
  'no-rows-key': (asked, moment) => without(whole(asked, moment), 'data.soat'),
}

export const placapiRunt: Portal = {
  name: 'placapi-runt',
  title: 'PlacApi · RUNT',
  country: 'CO',
  method: 'POST',
  path: '/placapi/consulta',
  allowed: holds('placapi'),
  ask: (field) => {
    const plate = plateIn(field)
    if (typeof plate !== 'string') return plate
    const holder = documentIn(field)
    return 'status' in holder ? holder : { key: plate, plate, vin: '', ...holder }
  },
  troubles: placapiTroubles,
  answers,
}

/** The mark of a face has a Q, which no VIN has: it stands for four characters. */
const VIN = /^(?:QQ\d\d)?[A-HJ-NPR-Z0-9]{7,17}$/

export const placapiRuntByVin: Portal = {
  ...placapiRunt,
  path: '/placapi/consulta-por-vin',
  ask: (field) => {
    const vin = normal(field('vin') || field('chasis'))
    if (!VIN.test(vin) || vin.length < 11 || vin.length > 17) return badRequest('vin inválido')
    return { key: vin, plate: plateOfVin(vin), vin }
  },
  answers: {
    ...answers,
    'plate-changed': (asked, moment) => {
      const plate = other(asked.plate)
      return answered({ ...asked, plate }, moment, good(plate, moment), { plate, vin: asked.vin })
    },
  },
}

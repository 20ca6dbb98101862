// PlacApi: RUNT by plate and the owner's document, or by VIN → SOAT (type 5) and technical inspection (type 12): the
// documents of the other RUNT portals in PlacApi's form. A vehicle too young for an inspection has an empty list.
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, normal, ok, other, type Portal, type Query } from '../portal.ts'
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
import { type Documents, good, inspection, naturalDocuments, soat } from './runt-documents.ts'

type Example = { data: { informacionGeneral: object; soat: [object]; tecnoMecanica: [object] } }
const EXAMPLE = exampleOf<Example>('/consulta')
const [POLICY] = EXAMPLE.data.soat
const [INSPECTION] = EXAMPLE.data.tecnoMecanica

/** The plate of a VIN; for an unregistered one, an invented plate of a private vehicle. */
const plateOfVin = (vin: string): string =>
  registeredVin(vin)?.plate ?? `${vin.slice(-3).replace(/\d/g, 'K')}${vin.slice(-3).replace(/\D/g, '7')}`

function policiesOf(plate: string, { soat: policies }: Documents) {
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

const inspectionsOf = (plate: string, { tecnoMecanica }: Documents) =>
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

function answered(
  { plate, vin, holder = '' }: Query,
  moment: Moment,
  documents: Documents,
  identity = { plate, vin },
): Answer {
  const informacionGeneral = generalOf(identity.plate, identity.vin, moment)
  return ok({
    ...EXAMPLE,
    data: {
      ...EXAMPLE.data,
      documentNumber: holder,
      plate: identity.plate,
      vin: informacionGeneral.noVin,
      informacionGeneral,
      soat: policiesOf(identity.plate, documents),
      tecnoMecanica: inspectionsOf(identity.plate, documents),
    },
    fetchedAt: moment.now.toISOString(),
  })
}

const whole = (query: Query, moment: Moment): Answer => answered(query, moment, good(query.plate, moment))
/** The answer with its data changed. */
const changed = (answer: Answer, change: (data: Record<string, unknown>) => object): Answer => {
  const body = answer.body as { data: Record<string, unknown> }
  return { ...answer, body: { ...body, data: change(body.data) } }
}

const answers: Portal['answers'] = {
  ...placapiRefusals,
  natural: (query, moment) =>
    query.holder && isOfOther(query.plate, query.holderType ?? '', query.holder)
      ? notTheOwner()
      : answered(query, moment, naturalDocuments(query.plate, moment)),
  clean: whole,
  'one-debt': (query, moment) =>
    answered(query, moment, { ...good(query.plate, moment), soat: soat(query.plate, moment, true) }),
  'many-debts': (query, moment) =>
    answered(query, moment, {
      soat: soat(query.plate, moment, true, 40),
      tecnoMecanica: inspection(query.plate, moment, 'NO'),
    }),
  'other-plate': (query, moment) => {
    const identity = { plate: other(query.plate), vin: other(query.vin) }
    return answered(query, moment, good(query.plate, moment), identity)
  },
  partial: (query, moment) => changed(whole(query, moment), (data) => ({ ...data, tecnoMecanica: null })),
  drift: (query, moment) => changed(whole(query, moment), ({ soat: polizas, ...data }) => ({ ...data, polizas })),
  'unknown-field': (query, moment) => withUnknownField(whole(query, moment), 'data.soat.0'),
  'no-rows-key': (query, moment) => without(whole(query, moment), 'data.soat'),
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

/** A VIN, or the mark of a scenario at its start: real VINs have no Q. */
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
    'plate-changed': (query, moment) => {
      const plate = other(query.plate)
      return answered({ ...query, plate }, moment, good(plate, moment), { plate, vin: query.vin })
    },
  },
}

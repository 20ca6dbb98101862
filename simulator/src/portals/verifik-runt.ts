// Verifik, Colombia: RUNT by plate and the owner's document, by plate only and by VIN → SOAT (type 5) and technical
// inspection (type 12), in the form of the provider's document. "modelo" is the year; `noVin` may be null while `vin`
// has a value.
import { between, chance, digits } from '../chance.ts'
import { type Moment, slashDay, toDayNumber } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, commonTroubles, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { isOfOther, registeredPlate, registeredVin } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { type Documents, good, inspection, naturalDocuments, soat } from './runt-documents.ts'
import { noRecord, signed, verifik, verifikRefusals } from './verifik.ts'

const OWNER = 'RUNT by plate and owner'
const PLATE = 'RUNT by plate only'
const VIN = 'RUNT by VIN'
const emptyAnswer = verifik.example(OWNER, 'in force', 'data')
const examplePolicy = verifik.example(OWNER, 'in force', 'data.soat.0')
const exampleInspection = verifik.example(OWNER, 'in force', 'data.tecnoMecanica.0')
/** Nulls only: an answer that was seen for a plate with another person's document. */
const emptyPair = verifik.example(OWNER, 'a pair that does not exist', 'data')
const notApplicable = verifik.example(OWNER, 'no inspection applies', 'data.tecnoMecanica.0')

export function general(plate: string, { year }: Moment) {
  const facts = factsOfPlate(plate, year)
  const known = registeredPlate(plate)
  const [y, m, d] = known?.plated?.split('-') ?? []
  return {
    noLicenciaTransito: `10000999${digits(3, 'licence', plate)}`,
    estadoDelVehiculo: 'ACTIVO',
    tipoServicio: chance('service', plate) < 0.8 ? 'Particular' : 'Público',
    claseVehiculo: facts.class,
    marca: facts.brand,
    linea: facts.model,
    modelo: String(facts.year),
    color: facts.color,
    noSerie: null,
    noMotor: facts.engine,
    noChasis: facts.vin,
    noVin: facts.vin,
    cilindraje: known?.cylinders ?? String(between(998, 2998, 'displacement', plate)),
    tipoCarroceria: facts.type,
    tipoCombustible: 'GASOLINA',
    fechaMatricula: d ? `${d}/${m}/${y}` : slashDay(toDayNumber(facts.year, 1, between(20, 300, 'registered', plate))),
    tieneGravamenes: 'NO',
    organismoTransito: known?.entity?.toUpperCase() ?? 'STRIA TTEyTTO FICTICIA',
    prendas: 'NO',
    clasificacion: 'AUTOMOTOR',
    noPlaca: plate,
    puertas: String(facts.doors),
  }
}

/** Lists with the documented fields; a row that does not apply has only one field. */
function listsOf(plate: string, { soat: policies, tecnoMecanica: rows }: Documents) {
  return {
    soat: policies.map((policy) => ({ ...examplePolicy, ...policy, fechaExpediSoat: policy.fechaExpedicion })),
    tecnoMecanica: rows.map(({ noCertificado: nroCertificado, ...row }) =>
      row.vigente === 'NO APLICA'
        ? notApplicable
        : { ...exampleInspection, ...row, nroCertificado, numeroPlaca: plate },
    ),
  }
}

function answered({ plate, vin }: Query, moment: Moment, lists: object): Answer {
  const known = general(plate, moment)
  const informacionGeneral = vin ? { ...known, noVin: vin, noChasis: vin } : known
  const datosTecnicos = { pesoBrutoVehicular: '1780', noEjes: '2', pasajerosSentados: '5' }
  const data = { ...emptyAnswer, plate, vin: informacionGeneral.noVin, informacionGeneral, datosTecnicos, ...lists }
  return signed(data, moment)
}

const answerFrom =
  (draw: (plate: string, moment: Moment) => Documents) =>
  (query: Query, moment: Moment): Answer =>
    answered(query, moment, listsOf(query.plate, draw(query.plate, moment)))

const oneLapsed = answerFrom((plate, moment) => ({ ...good(plate, moment), soat: soat(plate, moment, true) }))

const shared = {
  country: 'CO',
  method: 'GET',
  allowed: holds('verifik'),
  troubles: { ...commonTroubles, 'wrong-owner': 0.01, 'does-not-exist': 0.008 },
  answers: {
    ...verifikRefusals,
    natural: answerFrom(naturalDocuments),
    clean: answerFrom(good),
    'one-debt': oneLapsed,
    'many-debts': answerFrom((plate, moment) => ({
      soat: soat(plate, moment, true, 40),
      tecnoMecanica: inspection(plate, moment, 'NO'),
    })),
    'does-not-exist': noRecord,
    'not-registered': noRecord,
    'other-plate': (query: Query, moment: Moment) =>
      answerFrom(good)({ ...query, plate: other(query.plate), vin: query.vin && other(query.vin) }, moment),
    partial: (query: Query, moment: Moment) => withNull(answerFrom(good)(query, moment), 'tecnoMecanica'),
    drift: (query: Query, moment: Moment) => without(answerFrom(good)(query, moment), 'data.informacionGeneral'),
    'unknown-field': (query: Query, moment: Moment) => withUnknownField(answerFrom(good)(query, moment), 'data.soat.0'),
    'no-rows-key': (query: Query, moment: Moment) => without(answerFrom(good)(query, moment), 'data.soat'),
    'ok-with-error': () => ok({ data: null, error: 'source_unavailable' }),
  },
} as const satisfies Partial<Portal>

/** The answer with a section that the source could not read. */
const withNull = (answer: Answer, section: string): Answer => {
  const { data, ...rest } = Object(answer.body)
  return { ...answer, body: { ...rest, data: { ...data, [section]: null } } }
}

const byPlate = (field: (name: string) => string): Query => {
  const plate = normal(field('plate'))
  return { key: plate, plate, vin: '' }
}

const wrongOwner = verifik.error('document of no active owner')

export const verifikRunt: Portal = {
  ...shared,
  name: 'verifik-runt',
  title: 'Verifik · RUNT',
  path: '/verifik/v2/co/runt/vehicle-by-plate',
  refuses: verifik.refuses(OWNER, 'missing parameter'),
  ask: (field) => ({ ...byPlate(field), holder: field('documentNumber'), holderType: field('documentType') }),
  answers: {
    ...shared.answers,
    natural: (query, moment) =>
      isOfOther(query.plate, query.holderType ?? '', query.holder ?? '')
        ? wrongOwner()
        : shared.answers.natural(query, moment),
    'wrong-owner': wrongOwner,
    'empty-pair': ({ plate }, moment) => signed({ ...emptyPair, plate }, moment),
  },
}

/** The portal's other calls have no document, so that it cannot be wrong. */
const { 'wrong-owner': _, ...withoutOwner } = shared.troubles

export const verifikRuntByPlate: Portal = {
  ...shared,
  name: 'verifik-runt',
  title: 'Verifik · RUNT por placa',
  path: '/verifik/v2/co/runt/vehicle-by-plate-only',
  refuses: verifik.refuses(PLATE, 'missing parameter'),
  ask: byPlate,
  troubles: withoutOwner,
}

/** The plate of a VIN if it is registered; otherwise an invented one, which keeps a mark at its start. */
const plateOfVin = (vin: string): string =>
  registeredVin(vin)?.plate ?? (vin.startsWith('QQ') ? `${vin.slice(0, 4)}AA` : `ABC${digits(3, 'plate', vin)}`)

export const verifikRuntByVin: Portal = {
  ...shared,
  name: 'verifik-runt',
  title: 'Verifik · RUNT por VIN',
  path: '/verifik/v2/co/runt/vehicle-by-vin',
  refuses: verifik.refuses(VIN, 'missing parameter'),
  ask: (field) => {
    const vin = normal(field('vin'))
    return { key: vin, plate: plateOfVin(vin), vin }
  },
  troubles: withoutOwner,
}

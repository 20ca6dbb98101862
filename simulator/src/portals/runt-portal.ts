// RUNT's own portal → types 5 and 12. It stands behind a captcha in the world: this imitation is for installations with an
// agreement. The owner's document must fit; where it does not, the refusal comes with HTTP 200. `soat` and `rtm` are named by us.

import { between, digits } from '../chance.ts'
import { dayOf, type Moment, slashDay } from '../clock.ts'
import { open } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { good, inspection, naturalPapers, type Papers, soat } from './runt-papers.ts'
import { general } from './verifik-runt.ts'

function vehicle(plate: string, moment: Moment) {
  const known = general(plate, moment)
  const [day = '', month = '', year = ''] = known.fechaMatricula.split('/')
  const since = dayOf(Number(year), Number(month), Number(day))
  return {
    estadoAutomotor: known.estadoDelVehiculo,
    placa: known.noPlaca,
    numLicencia: known.noLicenciaTransito,
    clase: known.claseVehiculo,
    tipoServicio: known.tipoServicio,
    marca: known.marca,
    linea: known.linea,
    modelo: known.modelo,
    color: known.color,
    numSerie: null,
    numMotor: known.noMotor,
    numChasis: known.noChasis,
    vin: known.noVin,
    tipoCombustible: known.tipoCombustible,
    tipoCarroceria: known.tipoCarroceria,
    cilindraje: known.cilindraje,
    puertas: Number(known.puertas),
    pesoBruto: between(9, 35, 'weight', plate) * 100,
    pasajerosSentados: 5,
    numeroEjes: 2,
    gravamenes: known.tieneGravamenes,
    prendas: known.prendas,
    fechaMatricula: known.fechaMatricula,
    fechaRegistro: slashDay(since),
    organismoTransito: known.organismoTransito,
    diasMatriculado: moment.day - since,
  }
}

const listsOf = ({ soat, tecnoMecanica }: Papers) => ({ soat, rtm: tecnoMecanica })

const answered = (plate: string, moment: Moment, lists: object): Answer =>
  ok({ error: false, infoVehiculo: vehicle(plate, moment), ...lists })
const clean = ({ plate }: Asked, moment: Moment): Answer => answered(plate, moment, listsOf(good(plate, moment)))

const refused = (descripcionRespuesta: string): Answer => ok({ error: true, descripcionRespuesta })
const wrongOwner = (): Answer =>
  refused('Los datos registrados no corresponden con los propietarios activos para el vehículo consultado.')
const notFound = (): Answer => refused('No se encontró información registrada para el vehículo consultado.')
const one = ({ plate }: Asked, moment: Moment): Answer =>
  answered(plate, moment, { ...listsOf(good(plate, moment)), soat: soat(plate, moment, true) })

export const runtPortal: Portal = {
  name: 'runt-portal',
  title: 'RUNT · Consulta ciudadana',
  country: 'CO',
  method: 'POST',
  path: '/runt/consulta',
  allowed: open,
  ask: (field) => {
    const plate = normal(field('placa'))
    if (!plate || !field('numeroDocumento')) return refused('Ingrese la placa y el documento del propietario.')
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, conflict: 0.01, 'does-not-exist': 0.008 },
  answers: {
    ...jsonRefusals({ error: true, descripcionRespuesta: 'Acceso no autorizado.' }),
    natural: ({ plate }, moment) => answered(plate, moment, listsOf(naturalPapers(plate, moment))),
    clean,
    'one-debt': one,
    'many-debts': ({ plate }, moment) =>
      answered(plate, moment, { soat: soat(plate, moment, true, 40), rtm: inspection(plate, moment, 'NO') }),
    'does-not-exist': notFound,
    'not-registered': notFound,
    conflict: wrongOwner,
    'other-plate': ({ plate }, moment) => answered(other(plate), moment, listsOf(good(plate, moment))),
    partial: ({ plate }, moment) => answered(plate, moment, { ...listsOf(good(plate, moment)), rtm: null }),
    drift: ({ plate }, moment) => {
      const { soat: polizas, rtm } = listsOf(good(plate, moment))
      return answered(plate, moment, { polizas, rtm })
    },
    'ok-with-error': () => refused(`El servicio no está disponible. Código ${digits(4, 'runt-error')}.`),
    'unknown-field': (asked, moment) => withUnknownField(one(asked, moment), 'soat.0'),
    'no-rows-key': (asked, moment) => without(one(asked, moment), 'soat'),
  },
}

// The known fields of the licensed answers that are read in code; any other field is reported as new. Taken from the
// providers' documentation and saved answers; add a name only after looking at the field.
import type { Parsed, RawAnswer } from '../connector.ts'
import { readJson } from './answers.ts'
import { unknownFields, withParents } from './known-fields.ts'

type Place = readonly [place: string, names: string]
const within = (parent: string, places: readonly Place[]): Place[] =>
  places.map(([place, names]) => [place ? `${parent}.${place}` : parent, names])

/** The fields of the account, for each wrapper. */
const SIMIT: readonly Place[] = [
  [
    '',
    `plate documentType documentNumber multas comparendos acuerdosPago acuerdosPagos cursos resoluciones
      personasMismoDocumento totalGeneral totalMultas totalMultasPagar cantMultasPagar totalAcuerdosPagar
      cantAcuerdosPagar totalAp pazSalvo cancelada suspendida paramEntradaPlaca mensajeValidacionPagoPlaca`,
  ],
  [
    'multas',
    `infractor valor placa infracciones proyeccion comparendo valorPagar porcentajeDescuentoIntereses
      porcentajeDescuentoCapital idDepartamento departamento referenciaPago estadoPago idResolucion
      numeroResolucion organismoTransito idOrganismoTransito estadoCartera idEstadoCartera comparendosElectronicos
      polca valorIntereses valorDescuentoIntereses valorDescuentoCapital valorGestion fechaComparendo
      fechaResolucion fechaHasta numeroComparendo nroCoactivo fechaCoactivo consecutivoComparendo estadoComparendo
      comparendoElectronico poseeCurso idEstadoComparendo valorDescuentoProntoPago fechaNotificacion renuencia`,
  ],
  ['multas.infracciones', 'codigoInfraccion descripcionInfraccion valorInfraccion'],
  ['multas.proyeccion', 'fecha valor descripcion dias instrucciones'],
  ['multas.infractor', 'tipoDocumento numeroDocumento nombre apellido idTipoDocumento'],
]

const SHAPES = {
  'mx-repuve': [
    ['', 'status messageCode message validationCode data estatus codigoMensaje claveMensaje mensaje codigoValidacion'],
    ['data', 'repuveId vehicle'],
    [
      'data.vehicle',
      'vin placa nic clase tipo marca linea modelo anioModelo cilindros puertas asientos combustible transmision ' +
        'color numeroSerie numeroMotor capacidadCarga origin procedencia',
    ],
  ],
  'mx-cdmx-adeudos': [
    ['', 'message result'],
    ['result', 'data error end_at status message queried_by service_name'],
    ['result.queried_by', 'license_plate'],
    [
      'result.data',
      'clean found error license_plate debts fotocivicas_score environmental_sanctions vehicle_circulation_card ' +
        'unpaid_traffic_violations',
    ],
    ['result.data.debts', 'year status'],
    ['result.data.environmental_sanctions', 'date amount reason status invoice'],
    ['result.data.unpaid_traffic_violations', 'date amount reason status invoice'],
    ['result.data.vehicle_circulation_card', 'date status'],
  ],
  'co-simit': [
    ['', 'data signature id value error'],
    ['value', 'value'],
    ['value.value', 'data error signature'],
    ['value.value.signature', 'dateTime message'],
    ['signature', 'dateTime message'],
    ...within('data', SIMIT),
    ...within('value.value.data', SIMIT),
  ],
  'co-runt': [
    ['', 'data signature id error'],
    [
      'data',
      'documentType documentNumber plate vin informacionGeneral datosTecnicos tarjetaOperacion soat tecnoMecanica ' +
        'polizasResponsabilidadCivil garantiasAFavorDe garantiasFavorDe solicitudes limitacionPropiedad',
    ],
    ['data.datosTecnicos', 'pesoBrutoVehicular noEjes pasajerosSentados'],
    [
      'data.informacionGeneral',
      'noLicenciaTransito estadoDelVehiculo tipoServicio claseVehiculo marca linea modelo color noSerie noMotor ' +
        'noChasis noVin cilidraje cilindraje tipoCarroceria tipoCombustible fechaMatricula tieneGravamenes ' +
        'organismoTransito prendas clasificacion noPlaca puertas',
    ],
    [
      'data.soat',
      'noPoliza fechaExpedicion fechaExpediSoat fechaVigencia fechaVencimiento entidadExpideSoat estado ' +
        'estadoSoat tipoTarifa origen',
    ],
    [
      'data.tecnoMecanica',
      'tipoRevision fechaExpedicion fechaVencimiento cdaExpide estado vigente nroCertificado noCertificado ' +
        'numeroPlaca informacionConsistente url',
    ],
    ['signature', 'dateTime message'],
  ],
} as const satisfies Record<string, readonly Place[]>

const KNOWN = new Map(
  Object.entries(SHAPES).map(([key, places]) => {
    const names = places.flatMap(([place, all]) => all.split(/\s+/).map((name) => (place ? `${place}.${name}` : name)))
    return [key, withParents(names)] as const
  }),
)

/** Adds the names of the answer's unknown fields to the result of its parser. */
export const addUnknownFields = (key: keyof typeof SHAPES, answer: RawAnswer | undefined, parsed: Parsed): Parsed => {
  if (!('findings' in parsed) || answer?.status !== 200) return parsed
  const json = readJson(answer)
  const found = json.trouble ? [] : unknownFields(json.value, KNOWN.get(key) ?? new Set())
  return found.length > 0 ? { ...parsed, unknownFields: found } : parsed
}

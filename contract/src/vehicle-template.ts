// The columns of a vehicle in a workbook: ONE table that all three templates are built from (template-columns.ts).
// Every field of the vehicle class (spec core §3) has its column.
import type { z } from 'zod/mini'
import {
  dateCell,
  doorsCell,
  plateCell,
  reasonCell,
  stateCell,
  tagsCell,
  taxIdCell,
  textCell,
  vinCell,
  yearCell,
} from './cell-rules.ts'
import { COUNTRIES, type Country } from './countries.ts'

export const TEMPLATE_VERSION = '5.2' // spec bulk §9
export const TEMPLATE_SHEET = 'Vehículos'

const CHOOSE = 'elija uno de la lista de la plantilla'

/** @param thisYear the current year, from the caller's clock: the newest model year accepted follows from it */
export const vehicleColumns = (country: Country, thisYear: number) => {
  const { taxId, state } = COUNTRIES[country]
  const mx = country === 'MX'
  return [
    {
      field: 'plate',
      required: true,
      heading: 'Placa',
      rule: plateCell,
      example: mx ? 'RKA123B' : 'ABC123',
      note: 'De 3 a 10 letras y números; los guiones y espacios se quitan.',
    },
    {
      field: 'vin',
      required: true,
      heading: 'VIN',
      rule: vinCell,
      example: '3N1CN8AE1RL000101',
      note: mx ? '17 caracteres; también llamado NIV o número de serie.' : '17 caracteres; el número de chasis o VIN.',
    },
    {
      field: 'customId',
      required: false,
      heading: 'Identificador',
      rule: textCell(50),
      example: mx ? 'ECO-0001' : 'INT-0001',
      note: mx ? 'Su número económico.' : 'Su número interno.',
    },
    {
      field: 'stateId',
      required: true,
      heading: state,
      rule: stateCell(country, CHOOSE),
      example: mx ? 'Nuevo León' : 'Antioquia',
      note: 'Nombre, abreviatura o clave.',
    },
    {
      field: 'taxIdentifier',
      required: false,
      heading: taxId,
      rule: taxIdCell(country),
      example: mx ? 'AFN160314QX2' : '900123456-8',
      note: mx
        ? 'Del titular del vehículo.'
        : 'Del titular del vehículo. Una cédula de 5 a 10 dígitos va sola; otro documento, con su tipo delante: CE ' +
          '123456, PA AB12345, PPT 1234567.',
    },
    {
      field: 'rfcName',
      required: false,
      heading: 'Razón social',
      rule: textCell(300),
      example: mx ? 'TRANSPORTES EJEMPLO SA DE CV' : 'TRANSPORTES EJEMPLO SAS',
      note: 'Titular del vehículo.',
    },
    {
      field: 'lessorName',
      required: false,
      heading: 'Arrendadora',
      rule: textCell(300),
      example: 'ARRENDADORA FICTICIA',
      note: '',
    },
    { field: 'brandName', required: false, heading: 'Marca', rule: textCell(150), example: 'NISSAN', note: '' },
    {
      field: 'modelName',
      required: false,
      heading: 'Modelo',
      rule: textCell(150),
      example: 'VERSA',
      note: mx
        ? 'La submarca; el año va en su columna.'
        : 'El nombre, como está en la licencia de tránsito; el año va en «Modelo (año)».',
    },
    {
      field: 'year',
      required: false,
      heading: 'Año',
      rule: yearCell(thisYear, country),
      example: '2024',
      note: mx ? 'Año modelo, desde 1950.' : 'El modelo, que es el año, desde 1950.',
    },
    { field: 'version', required: false, heading: 'Versión', rule: textCell(50), example: 'SENSE', note: '' },
    { field: 'class', required: false, heading: 'Clase', rule: textCell(150), example: 'AUTOMOVIL', note: '' },
    { field: 'type', required: false, heading: 'Tipo', rule: textCell(150), example: 'SEDAN', note: '' },
    {
      field: 'engineNumber',
      required: false,
      heading: 'Número de motor',
      rule: textCell(150),
      example: 'HR16123456',
      note: '',
    },
    {
      field: 'ownerName',
      required: false,
      heading: 'Propietario',
      rule: textCell(300),
      example: 'PERSONA FICTICIA',
      note: '',
    },
    { field: 'vehicleColor', required: false, heading: 'Color', rule: textCell(150), example: 'BLANCO', note: '' },
    { field: 'doors', required: false, heading: 'Puertas', rule: doorsCell, example: '4', note: 'De 0 a 10.' },
    {
      field: 'country',
      required: false,
      heading: 'País de origen',
      rule: textCell(150),
      example: mx ? 'MEXICO' : 'COLOMBIA',
      note: '',
    },
    { field: 'variation', required: false, heading: 'Variación', rule: textCell(150), example: '', note: '' },
    {
      field: 'cilinders',
      required: false,
      heading: 'Cilindros',
      rule: textCell(150),
      example: mx ? '4' : '1600',
      note: mx ? '' : 'En cm³.',
    },
    { field: 'axes', required: false, heading: 'Ejes', rule: textCell(150), example: '2', note: '' },
    {
      field: 'assemblyPlace',
      required: false,
      heading: 'Planta de ensamble',
      rule: textCell(150),
      example: mx ? 'AGUASCALIENTES' : 'ENVIGADO',
      note: '',
    },
    { field: 'observations', required: false, heading: 'Observaciones', rule: textCell(1000), example: '', note: '' },
    {
      field: 'plateDate',
      required: false,
      heading: 'Fecha de emplacado',
      rule: dateCell,
      example: '31/01/2024',
      note: 'Día/mes/año.',
    },
    {
      field: 'plateEntity',
      required: false,
      heading: 'Entidad de emplacado',
      rule: textCell(50),
      example: mx ? 'Nuevo León' : 'Secretaría de Movilidad de Medellín',
      note: '',
    },
    {
      field: 'registrationDate',
      required: false,
      heading: 'Fecha de registro',
      rule: dateCell,
      example: '31/01/2024',
      note: 'Día/mes/año.',
    },
    {
      field: 'registrationInstitution',
      required: false,
      heading: 'Institución de registro',
      rule: textCell(150),
      example: '',
      note: '',
    },
    {
      field: 'registrationSheet',
      required: false,
      heading: 'Folio de registro',
      rule: textCell(150),
      example: '',
      note: '',
    },
    {
      field: 'supplementaryData',
      required: false,
      heading: 'Datos complementarios',
      rule: textCell(1000),
      example: '',
      note: '',
    },
    {
      field: 'tags',
      required: false,
      heading: 'Etiquetas',
      rule: tagsCell,
      example: 'Regiones: norte, Uso: reparto',
      note:
        'Separadas por comas; «Categoría: etiqueta», o la etiqueta sola si solo una categoría la ' +
        'tiene. Un nombre ' +
        'con coma va entre comillas dobles.',
    },
    {
      field: 'acquisitionReasonId',
      required: false,
      heading: 'Motivo de alta',
      rule: reasonCell,
      example: 'Expansión',
      note: 'En blanco es Expansión. Un reemplazo se da de alta con su propia plantilla.',
    },
  ] as const
}

type Column = ReturnType<typeof vehicleColumns>[number]
export type VehicleField = Column['field']
type Rules = { [C in Column as C['field']]: C['rule'] }
export type NewVehicle = { [F in VehicleField]: z.output<Rules[F]> }

// The instructions sheet of a template: purpose, steps, what a blank cell means, and the rule of each column.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { CLEAR_WORD } from '@padron/contract/template/cells'
import type { TemplateColumn } from '@padron/contract/template/columns'
import { type TemplateKind, templateKind } from '@padron/contract/template/kinds'
import { REACTIVATE } from '@padron/contract/template/rules'
import { TEMPLATE_SHEET, TEMPLATE_VERSION } from '@padron/contract/template/vehicle-template'
import { type GuideRow, guideColumns, guideHeading, guideSteps, guideText } from '../../../files/form-workbook/guide.ts'

const SEND = (kind: TemplateKind): readonly string[] => [
  'Guarde el archivo como .xlsx. Los encabezados no se cambian; las columnas pueden ir en otro orden.',
  `Súbalo en la pantalla ${templateKind(kind).title}. Antes de escribir nada verá qué cambia y qué tiene errores.`,
]

const STEPS: Readonly<Record<TemplateKind, readonly string[]>> = {
  add: [
    `Escriba en la hoja «${TEMPLATE_SHEET}» un vehículo por fila, desde la fila 2.`,
    'Llene al menos las columnas marcadas con *; las demás pueden quedar en blanco.',
    'En las columnas con lista elija de ella o escriba el valor.',
    ...SEND('add'),
  ],
  edit: [
    `La hoja «${TEMPLATE_SHEET}» trae los vehículos de su consulta, uno por fila. Cambie solo las celdas que ` +
      'quiera cambiar.',
    'No cambie la columna «ID». Sin ella el vehículo se busca por su VIN, o por su placa.',
    'Puede borrar las filas y las columnas que no va a cambiar.',
    ...SEND('edit'),
  ],
  replace: [
    `La hoja «${TEMPLATE_SHEET}» trae los vehículos de su consulta: «ID», «Placa actual» y «VIN actual» ` +
      'dicen cuál se va.',
    'En la fila de cada vehículo que se va escriba el motivo y los datos del vehículo nuevo; las marcadas con * ' +
      'son necesarias.',
    'Las filas sin motivo ni datos de un vehículo nuevo no se toman en cuenta.',
    ...SEND('replace'),
  ],
}

/** @param state the country's word for it */
const blanks = (state: string): Readonly<Record<TemplateKind, readonly string[]>> => ({
  add: ['Una celda en blanco deja el dato vacío.'],
  edit: [
    'Una celda en blanco no cambia nada.',
    `Para borrar un dato escriba ${CLEAR_WORD} en su celda. La placa, el VIN, el ${state} y el estatus no se ` +
      'pueden vaciar.',
    `En «Estatus», solo la palabra ${REACTIVATE} vuelve a dar de alta un vehículo dado de baja; «Activo» no lo hace.`,
  ],
  replace: [
    `En blanco, el ${state}, el titular y su identificación fiscal, la arrendadora y las etiquetas se toman del ` +
      'vehículo que se va.',
    `Para no tomarlos escriba ${CLEAR_WORD} en su celda (el ${state} no se puede vaciar).`,
    'Cualquier otra celda en blanco deja el dato vacío.',
  ],
})

export const guideRows = (kind: TemplateKind, country: Country, columns: readonly TemplateColumn[]): GuideRow[] => [
  { look: 'title', cells: [templateKind(kind).title] },
  guideText(`Plantilla de ${templateKind(kind).word}, versión ${TEMPLATE_VERSION}`),
  ...guideSteps(STEPS[kind]),
  guideHeading('Celdas en blanco'),
  ...blanks(COUNTRIES[country].state.toLowerCase())[kind].map(guideText),
  ...guideColumns(columns.filter(({ hidden }) => !hidden)),
]

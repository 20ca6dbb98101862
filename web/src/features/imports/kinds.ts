// The words in which the three kinds of bulk workbook differ: one table.
import { type Import, type ImportKind, imports } from '@padron/contract/imports'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { numberText, rowsText } from '../../lib/number-text.ts'

type KindWords = {
  upload: typeof imports.uploadTemplate | typeof imports.editTemplate | typeof imports.replaceTemplate
  /** The rules of the kind, displayed before a file is selected. */
  help: (country: Country) => readonly string[]
  /** Number of vehicles that applying the file would write. */
  size: (file: Import) => number
  /** The label of the button that applies it, without the number. */
  verb: string
  /** The result of applying it: 'Se dio de alta', 'Se dieron de alta'. */
  did: readonly [one: string, many: string]
  undoes: string
  /** The result of undoing it, for one vehicle and for many: 'se quitó de la flota'. */
  undid: { of: readonly [one: string, many: string]; did: readonly [one: string, many: string] }
  /**
   * The texts of the confirmation that a large change requires: 'Dar de baja 220 vehículos', 'Se dan de baja 220 …'.
   */
  guarded: { verb: string; goes: readonly [one: string, many: string] }
}

const VEHICLES = ['vehículo', 'vehículos'] as const
const GOES = { verb: 'Dar de baja', goes: ['Se da de baja', 'Se dan de baja'] } as const
const STAY = 'Los que alguien cambió después se quedan como están, y se dice cuáles y por qué.'

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  add: {
    upload: imports.uploadTemplate,
    help: (country) => [
      `Cada fila es un vehículo nuevo. Placa, VIN y ${COUNTRIES[country].state} son obligatorios.`,
      'Una celda en blanco deja ese dato sin valor.',
      'Un VIN o una placa que ya está en su flota se rechaza; un vehículo dado de baja no se reactiva con esta ' +
        'plantilla.',
    ],
    size: ({ counts }) => counts.new,
    verb: 'Dar de alta',
    did: ['Se dio de alta', 'Se dieron de alta'],
    undoes:
      'Los vehículos dados de alta salen otra vez de la flota; soporte puede recuperarlos durante 30 ' +
      `días. ${STAY}`,
    undid: { of: VEHICLES, did: ['se quitó de la flota', 'se quitaron de la flota'] },
    guarded: GOES,
  },
  edit: {
    upload: imports.editTemplate,
    help: () => [
      'Una celda en blanco no cambia nada.',
      '«(vaciar)» borra un dato opcional.',
      '«Reactivar» en Estatus es lo único que reactiva un vehículo dado de baja; «Activo» no lo hace.',
      'Cada fila se reconoce por su ID; si no lo tiene, por su VIN o su placa.',
    ],
    size: ({ counts }) => counts.changed,
    verb: 'Cambiar',
    did: ['Se cambió', 'Se cambiaron'],
    undoes:
      `Los datos cambiados vuelven a ser los de antes. ${STAY} Las respuestas y capturas que borró el cambio de un ` +
      'dato con que se consulta no regresan: esas fuentes se consultan de nuevo.',
    undid: { of: VEHICLES, did: ['volvió a como estaba', 'volvieron a como estaban'] },
    guarded: GOES,
  },
  replace: {
    upload: imports.replaceTemplate,
    help: (country) => [
      'Cada fila dice qué vehículo se va (ID, VIN actual o Placa actual), el motivo del reemplazo y el vehículo nuevo.',
      `Si del nuevo quedan en blanco ${COUNTRIES[country].state}, ${COUNTRIES[country].taxId}, razón social, ` +
        'arrendadora o etiquetas, se toman del que se va.',
      'Las filas que no dicen nada de un vehículo nuevo se ignoran.',
    ],
    size: ({ effects, counts }) => effects.replaced || counts.new + counts.changed,
    verb: 'Reemplazar',
    did: ['Se reemplazó', 'Se reemplazaron'],
    undoes: `Los vehículos nuevos salen de la flota y vuelven los reemplazados. ${STAY}`,
    undid: { of: ['reemplazo', 'reemplazos'], did: ['se deshizo', 'se deshicieron'] },
    guarded: { verb: 'Reemplazar', goes: ['Se reemplaza', 'Se reemplazan'] },
  },
}

/** 'Dar de alta 1,204 vehículos' */
export const applyText = (file: Import): string =>
  `${KIND_WORDS[file.kind].verb} ${vehiclesText(KIND_WORDS[file.kind].size(file))}`

/** 'Se dieron de alta 1,204 vehículos' */
export const didText = (file: Import): string => {
  const { did, size } = KIND_WORDS[file.kind]
  return `${size(file) === 1 ? did[0] : did[1]} ${vehiclesText(size(file))}`
}

/** 'Se atendieron 3,000 de 5,000 filas.' */
export const partlyText = ({ total, left }: NonNullable<Import['partlyUndone']>): string =>
  `Se atendieron ${numberText(total - left)} de ${rowsText(total)}.`

const UNCHANGED = [
  'se quedó como está porque alguien lo cambió después',
  'se quedaron como están porque alguien los cambió después',
] as const
const countSentence = (count: number, of: readonly [string, string], did: readonly [string, string]): string =>
  count === 1 ? `1 ${of[0]} ${did[0]}.` : `${numberText(count)} ${of[1]} ${did[1]}.`

/** '4,999 vehículos se quitaron de la flota. 1 vehículo se quedó como está porque alguien lo cambió después.' */
export const undidText = (kind: ImportKind, { restored, kept: unchanged }: NonNullable<Import['undone']>): string => {
  const { of, did } = KIND_WORDS[kind].undid
  const rest = unchanged > 0 ? [countSentence(unchanged, of, UNCHANGED)] : []
  return (restored > 0 || unchanged === 0 ? [countSentence(restored, of, did), ...rest] : rest).join(' ')
}

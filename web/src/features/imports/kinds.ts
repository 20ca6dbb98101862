// What differs between the three kinds of bulk workbook, in words: ONE table.
import type { Country } from '@padron/contract/countries'
import { COUNTRIES } from '@padron/contract/countries'
import { type Import, type ImportKind, imports } from '@padron/contract/imports'
import { vehiclesText } from '../exports/vehicles-text.ts'

type KindWords = {
  upload: typeof imports.uploadTemplate | typeof imports.editTemplate | typeof imports.replaceTemplate
  /** What its rules are, before a file is chosen. */
  help: (country: Country) => readonly string[]
  /** Vehicles that applying it would write. */
  size: (told: Import) => number
  /** The button that applies it, without how many. */
  verb: string
  /** What applying it did: 'Se dio de alta', 'Se dieron de alta'. */
  did: readonly [one: string, many: string]
  undoes: string
}

const STAY = 'Los que alguien cambió después se quedan como están, y se dice cuáles y por qué.'

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  add: {
    upload: imports.uploadTemplate,
    help: (country) => [
      `Cada fila es un vehículo nuevo. Placa, VIN, ${COUNTRIES[country].state} y Motivo de alta son obligatorios.`,
      'Una celda en blanco deja ese dato sin valor.',
      'Un VIN o una placa que ya está en su flotilla se rechaza; un vehículo dado de baja nunca se reactiva por aquí.',
    ],
    size: ({ counts }) => counts.new,
    verb: 'Dar de alta',
    did: ['Se dio de alta', 'Se dieron de alta'],
    undoes: `Los vehículos dados de alta salen otra vez de la flotilla; soporte puede recuperarlos durante 30 días. ${STAY}`,
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
    undoes: `Los datos cambiados vuelven a ser los de antes. ${STAY}`,
  },
  replace: {
    upload: imports.replaceTemplate,
    help: (country) => [
      'Cada fila dice qué vehículo se va (ID, VIN actual o Placa actual), el motivo del reemplazo y el vehículo nuevo.',
      `Si del nuevo quedan en blanco ${COUNTRIES[country].state}, ${COUNTRIES[country].taxId}, razón social, arrendadora o etiquetas, se toman del que se va.`,
      'Las filas que no dicen nada de un vehículo nuevo se pasan por alto.',
    ],
    size: ({ effects, counts }) => effects.replaced || counts.new + counts.changed,
    verb: 'Reemplazar',
    did: ['Se reemplazó', 'Se reemplazaron'],
    undoes: `Los vehículos nuevos salen de la flotilla y vuelven los reemplazados. ${STAY}`,
  },
}

/** 'Dar de alta 1,204 vehículos' */
export const applyText = (told: Import): string =>
  `${KIND_WORDS[told.kind].verb} ${vehiclesText(KIND_WORDS[told.kind].size(told))}`

/** 'Se dieron de alta 1,204 vehículos' */
export const didText = (told: Import): string => {
  const { did, size } = KIND_WORDS[told.kind]
  return `${size(told) === 1 ? did[0] : did[1]} ${vehiclesText(size(told))}`
}

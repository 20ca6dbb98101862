// The suggestion in a message, and the cell's text with it.
import { expect, test } from 'vitest'
import { suggestionsOf } from './suggestion.ts'

test.each([
  ['Estado desconocido; ¿quiso escribir Nuevo León?', 'Nuevo Leno', [['Nuevo León', 'Nuevo León']]],
  [
    'Estado desconocido; ¿quiso escribir Michoacán de Ocampo?',
    'Michoacan',
    [['Michoacán de Ocampo', 'Michoacán de Ocampo']],
  ],
  [
    'Las placas actuales no usan la letra O; ¿quiso escribir 0 o D?',
    'OAB12O',
    [
      ['0', '0AB120'],
      ['D', 'DAB12D'],
    ],
  ],
  [
    'La placa no tiene un formato conocido; ¿quiso escribir RKA120B? Revise la letra O y el 0.',
    'RKA12OB',
    [['RKA120B', 'RKA120B']],
  ],
  ['La etiqueta «repatro» no existe; ¿quiso escribir «reparto»?', 'norte, repatro', [['reparto', 'norte, reparto']]],
  [
    'La etiqueta «nort» no existe; ¿quiso escribir «norte» o «noreste»?',
    'nort',
    [
      ['norte', 'norte'],
      ['noreste', 'noreste'],
    ],
  ],
  [
    'La etiqueta «norte» está en 2 categorías; ¿quiso escribir «Regiones: norte» o «"Rutas, A": norte»?',
    'Zona: norte, Norte, vip',
    [
      ['Regiones: norte', 'Zona: norte, Regiones: norte, vip'],
      ['"Rutas, A": norte', 'Zona: norte, "Rutas, A": norte, vip'],
    ],
  ],
  [
    'Un VIN no lleva la letra I; ¿quiso escribir 1HGCM82631A004352?',
    '1hgcm8263ia004352',
    [['1HGCM82631A004352', '1HGCM82631A004352']],
  ],
  ['VIN es requerido!', '', []],
])('%s', (message, text, expected) => {
  expect(suggestionsOf(message, text).map((one) => [one.word, one.text])).toEqual(expected)
})

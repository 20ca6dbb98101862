import { expect, test } from 'vitest'
import { localText } from './local-text.ts'

test.each([
  ['Adeudo total', 'Deuda total'],
  ['Sin adeudos confirmados', 'Sin deudas confirmadas'],
  ['Ningún adeudo conocido está en este plazo', 'Ninguna deuda conocida está en este plazo'],
  ['Importe del adeudo', 'Importe de la deuda'],
  ['Además, el adeudo fue', 'Además, la deuda fue'],
  ['Los adeudos de días sin valor', 'Las deudas de días sin valor'],
  ['No hay adeudos marcados como pagados por comprobar.', 'No hay deudas marcadas como pagadas por comprobar.'],
  ['adeudos nuevos, pagados y que crecieron', 'deudas nuevas, pagadas y que crecieron'],
  ['El mismo adeudo está en la fila 3.', 'La misma deuda está en la fila 3.'],
  ['Un adeudo sin fecha, por este adeudo', 'Una deuda sin fecha, por esta deuda'],
  ['Todos los adeudos que se conocen', 'Todas las deudas que se conocen'],
  ['Vehículo en taller o En corralon', 'Vehículo en taller o En patios'],
  ['un filtro: multas > 5000 jalisco', 'un filtro: multas > 500000 antioquia'],
  ['Con seguro vigente', 'SOAT vigente'],
  ['Seguro: Sin seguro vigente', 'Seguro: Sin SOAT vigente'],
  ['Lo adeudado de los vehículos', 'Lo adeudado de los vehículos'],
])('Colombia shows «%s» in its own words; Mexico shows it unchanged', (text, colombian) => {
  expect(localText(text, 'CO')).toBe(colombian)
  expect(localText(text, 'MX')).toBe(text)
})

// Spanish that was replaced because it reads oddly in Mexico or Colombia, or said one thing in two words: it must not
// come back into what the product shows.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const REPLACED = [
  'Guardar lo mío',
  'Reemplazar con lo mío',
  'Descartar lo mío',
  'No quitarlo',
  'según lo que pese',
  'a ninguna parte',
  'Una parte basta',
  'se llegó al límite',
  'agregado otra vez',
  'Mandar otra vez',
  'Mandando',
  'dejar de mandar',
  'Cabeceras',
  'pulse Agregar',
  'Caducado',
  'Aplicándose',
  'Deshaciéndose',
  '10 números, sin espacios',
  'se reactiva por aquí',
  'se pasan por alto',
  'toque su turno',
  'Sin mirar todavía',
  'Avisar desde',
  'mira una vista',
  'Viendo cuánto',
  'Otros que tiene',
  'Lo tiene, sin',
  'Sin elegir: todos',
  'con su edad al lado',
  'Surgido o aumentado',
  'Pagados que siguen en la lista',
  'por tipo, a hoy',
  'Lo demás es a hoy',
  'empezar a mirarla',
  'no se sabe',
  'No se sabe de',
  ' libro',
  'libro ',
  'flotilla ',
  'flotilla.',
  'Reporte apagado',
  'Webhook apagado',
  'está apagado',
  'se apagó',
  'se apagaron',
  'Padrón apagó',
  'Encendido',
  'Contestó',
  'se le manda',
  'Quién debe',
  'pide a nadie',
  'Nunca: es la primera',
  'Con alguna consulta',
  'Algo vence',
  'Guardar y seguir',
  'Guardar y siguiente',
  'verificación (por',
  'inspección vigente',
  'renglón',
  "'Intro'",
  'Ctrl+Intro',
  'y pulse «',
  'pulse Editar',
  'VIN, una parte',
  'nombre, empieza con',
  'Además, el adeudo',
  'es a hoy',
  'No usar este',
  'mandará',
  'pudo mandar',
  'Nadie la consulta',
  "'No se sabe'",
  '<dt>De qué',
  'apáguelo',
]

test('what the product shows has none of the Spanish that was replaced', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return REPLACED.filter((words) => text.includes(words)).map((words) => `${path}: ${words}`)
  })
  expect(found).toEqual([])
})

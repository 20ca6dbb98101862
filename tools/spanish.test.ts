// Spanish that was replaced because it reads oddly in Mexico or Colombia, or named one thing in two ways: it must not
// return to what the product shows.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
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
  'Renglón',
  'renglones',
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
  'se reconstruye con los cambios',
  'Falta saber: ',
  'cabeceras',
  'Verificaciones por',
  'manda a consultar',
]

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))

test('the product shows none of the Spanish that was replaced', () => {
  const files = sources('{contract,server,web}/src/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return REPLACED.filter((words) => text.includes(words)).map((words) => `${path}: ${words}`)
  })
  expect(found).toEqual([])
})

/** Tables and texts that say «adeudo», by path and name, with why a company of Colombia does not read it there. */
const WRITTEN_AS_MEXICO: Readonly<Record<string, string>> = {
  'contract/src/dashboard/charts.ts SECTION_TITLES': 'it does: the specification names the section so',
  'contract/src/resources.ts RESOURCE_TYPES': 'of taxes and debts that only Mexico has',
  'contract/src/catalogue/filter.ts VehicleFilter': 'documentation of the interface, one for all companies',
  'contract/src/catalogue.ts catalogue': 'documentation of the interface, one for all companies',
  'contract/src/dashboard.ts dashboard': 'documentation of the interface, one for all companies',
  'contract/src/resource-status.ts resourceStatus': 'documentation of the interface, one for all companies',
  'contract/src/v3.ts v3': 'documentation of the interface, one for all companies',
  'contract/src/rules/pending-kinds.ts PENDING_KINDS': 'has the words of both countries',
  'contract/src/dashboard/charts.ts CHARTS': 'its readers write the words of the country',
  'contract/src/reports/rules.ts REPORT_KINDS': 'its readers write the words of the country',
  'contract/src/webhook-events.ts WEBHOOK_EVENTS': 'its readers write the words of the country',
  'web/src/ui/domain/StatusSign.tsx SIGN_NAMES': 'its reader writes the words of the country',
  'web/src/features/catalogue/CoverageLine.tsx spokenOf': 'its reader writes the words of the country',
  'web/src/features/catalogue/filters/filter-sections.ts SECTIONS': 'its readers write the words of the country',
  'web/src/lib/written-filter/lexicon.ts EACH_COUNTRY': 'what people type',
  'web/src/lib/written-filter/lexicon.ts OF_COUNTRY': 'what people type',
  'web/src/session/LoginScreen.tsx LoginScreen': 'nobody has entered yet',
}
/** These write the words of the company's country. */
const LOCAL = new Set(['localText', 'countOf'])

type Place = { start: number; end: number }
const isIn = ({ start, end }: Place, outer: Place): boolean => outer.start <= start && end <= outer.end

/** Texts with «adeudo», by the outermost name, where neither they nor that name are in a call of these. */
const unlocalised = (path: string): { key: string; text: string }[] => {
  const source = readFileSync(join(ROOT, path), 'utf8')
  if (!/adeudo/i.test(source)) return [] // most files: they need not be parsed
  const { program } = parseSync(path, source)
  const local: Place[] = []
  const names: (Place & { name: string })[] = []
  const texts: (Place & { text: string })[] = []
  const uses: (Place & { name: string })[] = []
  const take = ({ start, end }: Place, text: unknown): void => {
    if (typeof text === 'string' && /adeudos?(?!\p{L})/iu.test(text)) texts.push({ start, end, text: text.trim() })
  }
  new Visitor({
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && LOCAL.has(node.callee.name)) local.push(node)
    },
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') names.push({ name: id.name, start, end })
    },
    Identifier(node) {
      uses.push(node)
    },
    Literal(node) {
      take(node, node.value)
    },
    TemplateElement(node) {
      take(node, node.value.cooked)
    },
    JSXText(node) {
      take(node, node.value)
    },
  }).visit(program)
  const isLocal = (place: Place): boolean => local.some((call) => isIn(place, call))
  const read = new Set(uses.flatMap((use) => (isLocal(use) ? [use.name] : [])))
  return texts
    .filter((text) => !isLocal(text))
    .map(({ text, ...place }) => ({ name: names.find((each) => isIn(place, each))?.name ?? '', text }))
    .filter(({ name }) => !read.has(name))
    .map(({ name, text }) => ({ key: `${path} ${name}`, text }))
}

test('a company of Colombia reads «deuda» where one of Mexico reads «adeudo»', () => {
  const found = sources('{contract,web}/src/**/*.{ts,tsx}').flatMap(unlocalised)
  expect(found.filter(({ key }) => !(key in WRITTEN_AS_MEXICO))).toEqual([])
  // An exception without use must be removed.
  const keys = new Set(found.map(({ key }) => key))
  expect(Object.keys(WRITTEN_AS_MEXICO).filter((key) => !keys.has(key))).toEqual([])
})

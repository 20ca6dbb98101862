// Every screen that a menu entry or an address opens, and other views of a screen.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TABLE = readFileSync(join(import.meta.dirname, '../web/src/app/screens.tsx'), 'utf8')
const PATHS = [...TABLE.matchAll(/\bscreen\(\s*'(\/[^']*)'/g)].map(([, path = '']) => path)

export const SCREENS: readonly string[] = [
  ...PATHS,
  '/calendar?view=month',
  '/pending?whose=mine',
  '/captures?list=never',
  '/captures?list=old',
  '/reports?tab=envios',
  '/tokens?tab=empresa',
  '/tokens?tab=servicio',
]

// A feature of the console styles its own classes only: each selector of its files begins with a class that no other
// room's selectors begin with, so that no screen changes another one or a part of the kit, whose own rules are in the
// layer below.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../web/src')
const PRINT_STYLES = 'app/print.css' // has the classes of every room: on paper the whole page is one thing
const UNLAYERED = ['ui/font.css', 'ui/tokens.css']

const files = globSync('**/*.css', { cwd: ROOT }).filter((file) => file !== PRINT_STYLES)
const parse = (file: string) => postcss.parse(readFileSync(join(ROOT, file), 'utf8'))
const roomOf = (file: string) => file.replace(/^features\//, '').split('/')[0] ?? file

// A dialog or a list that holds something of the room's: `.dialog:has(.capture)`.
const HOLDS_ITS_OWN = /^[^\s]*:has\([^)]*\.([\w-]+)[^)]*\)/

const KIT = 'ui'
const kitClasses = new Set(
  files
    .filter((file) => roomOf(file) === KIT)
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/(?<=\.)[a-z][\w-]*/g)),
)
/** The class that decides whose selector it is. */
const ownClass = (selector: string, room: string): string | undefined => {
  const first = /\.([\w-]+)/.exec(selector)?.[1]
  const isKit = room !== KIT && first !== undefined && kitClasses.has(first)
  return (isKit && HOLDS_ITS_OWN.exec(selector)?.[1]) || first
}

const isStepOfAnimation = ({ parent }: postcss.Rule) =>
  parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes'

const firstClasses = new Map<string, Set<string>>()
const withoutClass: string[] = []
for (const file of files) {
  parse(file).walkRules((rule) => {
    if (isStepOfAnimation(rule)) return
    for (const selector of rule.selectors) {
      const first = ownClass(selector, roomOf(file))
      if (first) firstClasses.set(first, (firstClasses.get(first) ?? new Set()).add(roomOf(file)))
      else if (roomOf(file) !== 'ui') withoutClass.push(`${file}: ${selector}`)
    }
  })
}

test('each class is styled by one room', () => {
  const shared = [...firstClasses].filter(([, rooms]) => rooms.size > 1)
  expect(shared.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([])
})

test('outside the kit each selector begins with a class', () => expect(withoutClass).toEqual([]))

test.each(files.filter((file) => roomOf(file) === 'ui' && !UNLAYERED.includes(file)))(
  '%s is in the layer of the kit',
  (file) => {
    expect(parse(file).nodes.filter(({ type }) => type === 'rule')).toEqual([])
  },
)

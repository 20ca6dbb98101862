// The process and the database fold and sort in the same way: every letter, and texts as people write them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { isDrill } from '../../testing/drill.ts'
import { fold, inOrder } from './fold.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Letters of Unicode 17, which Node and PostgreSQL support in different years. */
const isNew = (code: number) => (code >= 0xa7ce && code <= 0xa7d5) || (code >= 0x16ea0 && code <= 0x16eb8)
/** All of them; in `npm test` those of the first planes, which people write with. */
const LAST = isDrill ? 0x10ffff : 0x2fff
const LETTERS = Array.from({ length: LAST }, (_, i) => i + 1)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && !isNew(code))
  .map((code) => String.fromCodePoint(code))

const TEXTS = [
  'TRANSPORTES ÑANDÚ SA',
  'Über GÜEMES',
  'Citroën',
  'São Paulo Ç',
  'N\u0303',
  '🚚 CAMIÓN',
  'ΣΑΣ',
  'İstanbul',
  'ẞ',
  '‮RTL',
  '%_\\',
  '',
  ' ',
  'a\nb',
  'Ω≈ç',
  '𝔸stral',
  '｡high',
  'zeta',
  'Zeta',
  'ábaco',
  'abaco',
  'ñu',
  'nube',
]

it('folds every letter like the database', async () => {
  const { rows } = await database.db.system.query<{ letter: string; folded: string }>(
    'select letter, fold(letter) as folded from unnest($1::text[]) letter where fold(letter) <> letter',
    [LETTERS],
  )
  const theirs = new Map(rows.map(({ letter, folded }) => [letter, folded]))
  const different = LETTERS.filter((letter) => fold(letter) !== (theirs.get(letter) ?? letter))
  expect(different).toEqual([])
})

it('folds and sorts texts like the database', async () => {
  const { rows } = await database.db.system.query<{ text: string; folded: string }>(
    'select text, fold(text) as folded from unnest($1::text[]) text order by fold(text) collate "C", text collate "C"',
    [TEXTS],
  )
  for (const { text, folded } of rows) expect(fold(text)).toBe(folded)
  const ours = TEXTS.toSorted((a, b) => inOrder(fold(a), fold(b)) || inOrder(a, b))
  expect(ours).toEqual(rows.map(({ text }) => text))
})

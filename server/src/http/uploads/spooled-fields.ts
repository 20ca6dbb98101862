// Turns text fields named `a`, `a[b]`, `a[0][b]` into the object that they mean. Strict, because clients choose the
// names: it guesses, merges and fills nothing.
import { refuse } from '../../errors/http-problem.ts'
import type { Fields } from './multipart-body.ts'

const NAME = /^([A-Za-z]\w{0,63})((?:\[\w{1,64}\])*)$/
const DEPTH = 3
const INDEX = /^(?:0|[1-9]\d{0,3})$/
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

type Branch = Map<string, Branch | string>

const wrong = (name: string, cause: string) =>
  refuse(400, `El campo «${name.slice(0, 100)}» ${cause}`, name.slice(0, 100))

const pathOf = (name: string): [string[], string] => {
  const [, first, rest] = NAME.exec(name) ?? []
  const path = first === undefined ? [] : [first, ...(rest?.match(/\w+/g) ?? [])]
  const last = path.at(-1)
  if (last === undefined || path.length > DEPTH || path.some((step) => FORBIDDEN.has(step)))
    throw wrong(name, 'tiene un nombre que no se acepta.')
  return [path.slice(0, -1), last]
}

const put = (root: Branch, name: string, value: string): void => {
  const [path, last] = pathOf(name)
  let at = root
  for (const step of path) {
    const next = at.get(step) ?? new Map()
    if (typeof next === 'string') throw wrong(name, 'contradice a otro con el mismo nombre.')
    at.set(step, next)
    at = next
  }
  const there = at.get(last)
  if (there !== undefined)
    throw wrong(name, typeof there === 'string' ? 'viene más de una vez.' : 'contradice a otro con el mismo nombre.')
  at.set(last, value)
}

/** Names that are all indexes make a list without holes; names that are all words an object. */
const grown = (branch: Branch | string, name: string): unknown => {
  if (typeof branch === 'string') return branch
  const indexes = [...branch.keys()].filter((key) => INDEX.test(key))
  if (indexes.length === 0)
    return Object.fromEntries([...branch].map(([key, value]) => [key, grown(value, `${name}[${key}]`)]))
  if (indexes.length !== branch.size) throw wrong(name, 'mezcla índices con nombres.')
  return Array.from({ length: branch.size }, (_, n) => {
    const value = branch.get(String(n))
    if (value === undefined) throw wrong(`${name}[${n}]`, 'falta: los índices van seguidos desde 0.')
    return grown(value, `${name}[${n}]`)
  })
}

/** @throws HttpProblem naming the field */
export const nestFields = (fields: Fields): Record<string, unknown> => {
  const root: Branch = new Map()
  for (const [name, value] of fields) put(root, name, value)
  return Object.fromEntries([...root].map(([key, value]) => [key, grown(value, key)]))
}

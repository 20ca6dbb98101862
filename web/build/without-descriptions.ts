// Removes from the console's build what only the server and the API's document read of a call's row: its summary and
// the schemas of its request and reply, and with them every schema that nothing else uses.
import type { Plugin } from 'vite'

type Place = { start: number; end: number }
type Property = Place & { key?: { name?: string } }
type Node = Partial<Place> & {
  type?: string
  name?: string
  object?: Node
  callee?: Node
  arguments?: { properties?: Property[] }[]
}

/** The functions that create rows: contract/src/call.ts. */
const ROWS = new Set(['get', 'post', 'put', 'patch', 'del'])
const UNREAD = new Set(['summary', 'params', 'query', 'body', 'reply'])
const NOTHING = '...{}'
/** Tells the bundler that an unused schema may be removed. */
const PURE = '/* @__PURE__ */ '

/** The first name of a chain of calls: `z` of `z.object({}).check()`. */
const rootOf = ({ name, object, callee }: Node): string | undefined =>
  object || callee ? rootOf(object ?? callee ?? {}) : name

const visit = (node: unknown, found: (place: Place, text: string) => void): void => {
  if (!node || typeof node !== 'object') return
  const { type, start = 0, callee, arguments: given } = node as Node
  if (type === 'CallExpression' && callee) {
    if (rootOf(callee) === 'z') found({ start, end: start }, PURE)
    const fields = ROWS.has(callee.name ?? '') ? (given?.[1]?.properties ?? []) : []
    for (const field of fields) if (UNREAD.has(field.key?.name ?? '')) found(field, NOTHING)
  }
  for (const child of Object.values(node)) visit(child, found)
}

export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'post', // after TypeScript was compiled
  transform: {
    filter: { id: /\/contract\/src\/[\w/-]+\.ts$/, code: /\bz\./ },
    handler(code) {
      const edits = new Map<number, Place & { text: string }>()
      visit(this.parse(code), (place, text) => edits.set(place.start, { ...place, text }))
      let out = ''
      let at = 0
      for (const { start, end, text } of [...edits.values()].sort((a, b) => a.start - b.start)) {
        if (start < at) continue // inside a removed part
        out += code.slice(at, start) + text
        at = end
      }
      return { code: out + code.slice(at), map: null }
    },
  },
})

// What a call's row says for the description of the API is read by programmers outside, never in the console: it stays out of
// what the browser downloads.
import type { Plugin } from 'vite'

type Place = { start: number; end: number }
type Node = { type?: string; key?: { name?: string }; value?: Place & { type?: string } }

const TEXTS = new Set(['Literal', 'TemplateLiteral'])

const visit = (node: unknown, found: (text: Place) => void): void => {
  if (!node || typeof node !== 'object') return
  const { type, key, value } = node as Node
  if (type === 'Property' && key?.name === 'summary' && value && TEXTS.has(value.type ?? '')) found(value)
  for (const child of Object.values(node)) visit(child, found)
}

export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'post', // TypeScript is plain by then
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: /summary:/ },
    handler(code) {
      const edits: Place[] = []
      visit(this.parse(code), (text) => edits.push(text))
      edits.sort((a, b) => b.start - a.start)
      const out = edits.reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code)
      return { code: out, map: null }
    },
  },
})

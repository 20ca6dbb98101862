// antd writes its styles in JavaScript. The console ships them as one CSS file instead (antd-static-css.ts), so here every
// style function of antd is replaced by one that gives nothing and tree-shaking drops the rest: about 60 KB less script.
// Theme variables are still set while running, so switching between light and dark stays live.
import type { Plugin } from 'vite'

const HOOKS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])

type Node = { type?: string; callee?: { name?: string }; arguments?: { start: number; end: number }[] }

const visit = (node: unknown, found: (style: { start: number; end: number }) => void): void => {
  if (!node || typeof node !== 'object') return
  const { type, callee, arguments: args } = node as Node
  const style = args?.[1]
  if (type === 'CallExpression' && HOOKS.has(callee?.name ?? '') && style) found(style)
  for (const child of Object.values(node)) visit(child, found)
}

export const antdZeroRuntime = (): Plugin => ({
  name: 'antd-zero-runtime',
  apply: 'build',
  transform: {
    filter: { id: /antd\/es\/.*style.*\.js$/, code: /gen(StyleHooks|SubStyleComponent|ComponentStyleHook)\(/ },
    handler(code) {
      const edits: { start: number; end: number }[] = []
      visit(this.parse(code), (style) => edits.push(style))
      edits.sort((a, b) => b.start - a.start)
      const out = edits.reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code)
      return { code: out, map: null }
    },
  },
})

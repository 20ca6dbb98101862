// The styles of the antd components the console uses, made once at build time as plain CSS on antd's own variables.
// A component missing from USED shows up without style: add it here. The variables themselves are left out: they are set
// while running, and a copy here would win over the dark ones. So is what antd says of every link on the page, with a colour
// that only its own components know.
import { extractStyle } from '@ant-design/static-style-extract'
import { ConfigProvider } from 'antd'
import { createElement } from 'react'
import type { Plugin } from 'vite'

const USED = ['Button', 'Checkbox', 'Drawer', 'Pagination', 'Popover', 'Select']
const NAME = 'virtual:antd.css'

export const antdStaticCss = (): Plugin => ({
  name: 'antd-static-css',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined
    const theme = { hashed: false, cssVar: { key: 'padron' } }
    const css = extractStyle({ includes: USED, customTheme: (node) => createElement(ConfigProvider, { theme }, node) })
    return css
      .replace(/\.padron[^{},]*\{[^}]*\}/g, '')
      .replace(/(?<=^|[{}])a(?::[\w-]+)*(?:,a(?::[\w-]+)*)*\{[^}]*\}/g, '')
  },
})

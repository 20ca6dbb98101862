// antd writes two small styles (the scroll lock under a drawer, the width of a scroll bar) without the nonce its own
// ConfigProvider was given, and the content policy refuses them. All its styles pass through one function: here it takes
// the page's nonce when it was given none. The build stops if that function has changed.
import type { Plugin } from 'vite'

const NONCE = /if \(csp\?\.nonce\) \{\s*styleNode\.nonce = csp\?\.nonce;\s*\}/
const PAGE_NONCE = `styleNode.nonce = csp?.nonce ?? document.querySelector('meta[name="csp-nonce"]')?.content ?? ''`

export const antdNonce = (): Plugin => ({
  name: 'antd-nonce',
  apply: 'build',
  transform: {
    filter: { id: /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/ },
    handler(code) {
      if (!NONCE.test(code)) this.error('@rc-component/util has changed: see build/antd-nonce.ts')
      return { code: code.replace(NONCE, PAGE_NONCE), map: null }
    },
  },
})

// antd's theme: our colours on its tokens, with the ones that fail contrast mended. Component styles are not made here
// (build/antd-static-css.ts); only variables are, so that light and dark switch while running.
import { type ConfigProviderProps, theme } from 'antd'

const SHARED = {
  fontFamily: 'var(--font)',
  borderRadius: 6,
  fontSize: 14,
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.14s',
}
const LIGHT = {
  colorPrimary: '#0958d9',
  colorLink: '#0958d9',
  colorText: '#1d2127',
  colorTextPlaceholder: '#5c5f66',
  colorTextDescription: '#5c5f66',
  colorError: '#cf1322',
  colorBorder: '#868b94',
  colorBorderSecondary: '#dcdfe4',
}
const DARK = {
  colorLink: '#69b1ff',
  colorText: '#e7e9ec',
  colorTextPlaceholder: '#a6abb3',
  colorTextDescription: '#a6abb3',
  colorError: '#ff7875',
  colorBorder: '#7b818b',
  colorBorderSecondary: '#32363d',
  colorBgContainer: '#181a1e',
  colorBgElevated: '#1f2227',
}

/** @param still no motion: base.css takes the transitions away, and the library would wait for their end */
export const antdTheme = (dark: boolean, still: boolean): NonNullable<ConfigProviderProps['theme']> => ({
  zeroRuntime: true,
  hashed: false,
  cssVar: { key: 'padron' },
  algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  token: { motion: !still, ...SHARED, ...(dark ? DARK : LIGHT) },
})

/** The page's nonce, which the server writes into index.html. */
export const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

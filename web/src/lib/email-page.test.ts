import { expect, test } from 'vitest'
import { emailPage } from './email-page.ts'

test('the frame runs no script and loads nothing, and keeps the email’s styles', () => {
  const page = emailPage('<html><HEAD lang="es"><style>p{}</style></HEAD><body>x</body></html>', 'abc')
  expect(page).toMatch(
    /^<html><HEAD lang="es"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; /,
  )
  expect(page).toContain('<style nonce="abc">p{}</style>')
  expect(emailPage('<p>sin cabeza</p>', '')).toMatch(/^<meta http-equiv/)
})

test('style attributes become rules of a sheet with the nonce, before the email’s own sheets', () => {
  const page = emailPage(
    '<head><style>@media (max-width:600px){p{margin:0 !important}}</style></head><p style="margin:8px">a</p><b ' +
      'style="font:1em &quot;Inter&quot;">b</b>',
    'abc',
  )
  expect(page).toContain('<p data-css="1">a</p><b data-css="2">b</b>')
  expect(page).toContain(
    '<style nonce="abc">[data-css="1"]:not(#_){margin:8px}[data-css="2"]:not(#_){font:1em "Inter"}</style><style ' +
      'nonce="abc">@media',
  )
  expect(page).not.toContain(' style=')
})

test('no style attribute can end the sheet that contains it', () => {
  for (const css of ['</style><p>dentro', '&lt;/style&gt;&lt;p&gt;dentro'])
    expect(emailPage(`<b style="${css}">b</b>`, 'abc').match(/<\/style>/g)).toHaveLength(1)
})

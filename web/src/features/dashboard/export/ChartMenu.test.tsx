// A chart's menu: the exports that it offers, and the workbook from the server. The images themselves are tested in a
// browser.
import { dashboard as calls } from '@padron/contract/dashboard'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { ChartMenu, DashboardMenu } from './ChartMenu.tsx'

const ADDRESS = '/files/dashboard/abc'
let status = 200
const downloads: string[] = []
const keep = (event: Event): void => {
  if (!(event.target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  downloads.push(event.target.getAttribute('href') ?? '')
}
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.workbook.path]: () => ({ status, json: { fileUrl: `${location.origin}${ADDRESS}` } }),
  })
  document.addEventListener('click', keep)
})
afterAll(async () => {
  document.removeEventListener('click', keep)
  await server.stop()
})
beforeEach(() => {
  status = 200
  downloads.length = 0
})
afterEach(() => {
  cleanup()
  notices.set([])
})

const NAME = 'Exportar Marcas con más adeudo'
const show = (svg: SVGSVGElement | null) =>
  showScreen(
    () => (
      <>
        <DashboardMenu dashboard="general" months={3} />
        <ChartMenu
          title="Marcas con más adeudo"
          chartKey="topBrands"
          dashboard="general"
          months={3}
          svgOf={() => svg}
        />
      </>
    ),
    '/dashboard',
  )
const drawn = () => document.createElementNS('http://www.w3.org/2000/svg', 'svg')
const item = (name: RegExp) => screen.getByRole('menuitem', { name, hidden: true })

test('a table has no image, and the menu says why; the workbook is available', async () => {
  show(null)
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  for (const name of [/^Imagen \(PNG\)/, /^Imagen \(SVG\)/]) {
    expect(item(name).getAttribute('aria-disabled')).toBe('true')
    expect(item(name).textContent).toContain('la sección se ve como tabla o no tiene datos')
  }
  fireEvent.click(item(/^Archivo de Excel/))
  await waitFor(() => expect(downloads).toEqual([`${location.origin}${ADDRESS}`]))
})

test('a chart is saved as an image; a failure to create it is reported', async () => {
  show(drawn())
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  expect(item(/^Imagen \(SVG\)/).getAttribute('aria-disabled')).toBe('false')
  fireEvent.click(item(/^Imagen \(PNG\)/))
  expect(await screen.findByText(/^No se pudo crear la imagen/)).toBeTruthy()
  expect(downloads).toEqual([])
})

test('the whole dashboard is exported as a workbook; a failure has its own words', async () => {
  show(null)
  const button = await screen.findByRole('button', { name: /Exportar a Excel/ })
  fireEvent.click(button)
  await waitFor(() => expect(downloads).toHaveLength(1))
  status = 500
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(button)
  expect(await screen.findByText(calls.workbook.fails)).toBeTruthy()
})

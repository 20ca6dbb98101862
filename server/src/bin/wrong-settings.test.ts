// Settings with which the product does not start: the error names each. Some of them in `npm test`, all in the drills.
import { createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { folder, removeFolders, START, start, stopProducts } from '../testing/processes/product-process.ts'

afterEach(stopProducts)
afterAll(removeFolders)

const WRONG = [
  ['PORT', 'ochenta'],
  ['PORT', '70000'],
  ['PADRON_ROLE', 'todo'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'padron'],
  ['PADRON_DEMO', 'si'],
  ['PUBLIC_URL', 'http://:'],
  ['DATABASE_URL', 'postgresql://[malo'],
  ['DATABASE_URL', 'postgresql://nadie@127.0.0.1:1/nada'],
  ['PADRON_ROLE', 'worker'],
  ['PADRON_SMTP_URL', 'http://correo'],
  ['PADRON_MAIL_FROM', 'Padrón <avisos@x.mx>'],
] as const

describe('a wrong setting', () => {
  it.each(someCases(WRONG, 1, 1))('%s=%s stops the start, and the error names it', async (name, value) => {
    const product = start({ [name]: value, PADRON_DATA_DIR: folder() })
    expect(await product.exit).toBe(1)
    expect(product.out()).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  it.runIf(isDrill)('a data directory that is a file is reported', async () => {
    const product = start({ PADRON_DATA_DIR: START, PADRON_DEMO: '0' })
    expect(await product.exit).toBe(1)
    expect(product.out()).toContain('PADRON_DATA_DIR: no se puede usar la carpeta')
  })

  it.runIf(isDrill)('a port in use is reported', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => listener.once('listening', ready))
    const { port } = listener.address() as { port: number }
    const { addressOf, drop } = await freshDatabase()
    const DATABASE_URL = addressOf('padron_owner').connectionString
    const product = start({ PORT: String(port), DATABASE_URL, PADRON_DATA_DIR: folder(), PADRON_DEMO: '0' })
    expect(await product.exit).toBe(1)
    expect(product.out()).toContain(`El puerto ${port} ya está en uso`)
    listener.close()
    await drop()
  })
})

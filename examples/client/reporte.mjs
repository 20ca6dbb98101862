// Orders a workbook of the vehicles that owe and keeps it here: node reporte.mjs persona@ejemplo.mx
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { padron, run } from './padron.mjs'

const { PADRON_URL, PADRON_TOKEN } = process.env
const mails = process.argv.slice(2)

await run(async () => {
  if (!PADRON_URL || !PADRON_TOKEN) throw new Error('Defina PADRON_URL y PADRON_TOKEN')
  if (mails.length === 0) throw new Error('Escriba a quién se avisa: node reporte.mjs persona@ejemplo.mx')
  const { name, bytes } = await padron(PADRON_URL, PADRON_TOKEN).report({ debts: {} }, mails)
  await writeFile(basename(name), bytes)
  process.stdout.write(`${basename(name)}: ${bytes.length} bytes\n`)
})

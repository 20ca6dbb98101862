// Writes down the vehicles that owe, a line each: node adeudos.mjs > adeudos.csv
import { padron, run } from './padron.mjs'

const { PADRON_URL, PADRON_TOKEN } = process.env
/** What a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (value) =>
  `"${String(value ?? '')
    .replaceAll('"', '""')
    .replace(/^(?=[=+@-])/, "'")}"`

await run(async () => {
  if (!PADRON_URL || !PADRON_TOKEN) throw new Error('Defina PADRON_URL y PADRON_TOKEN')
  const { vehicles } = padron(PADRON_URL, PADRON_TOKEN)
  process.stdout.write('placa,vin,estado,adeudo,sin importe\n')
  for await (const { vehicleAsset, state } of vehicles({ debts: {} })) {
    const { plate, vin, debt } = vehicleAsset
    process.stdout.write(`${[plate, vin, state.stateName, debt.total, debt.withoutAmount].map(cell).join(',')}\n`)
  }
})

// The totals of the account at the foot of the menu, in words. Pure.
import { countedText } from '../../lib/number-text.ts'

/** '600 vehículos · 6 clientes'. @param clients holders that vehicles name: none named is not the same as none there */
export const totalsText = (vehicles: number, clients: number): string => {
  if (vehicles === 0) return 'Sin vehículos'
  const holders = clients === 0 ? 'sin cliente registrado' : countedText(clients, 'cliente', 'clientes')
  return `${countedText(vehicles, 'vehículo', 'vehículos')} · ${holders}`
}

// How many vehicles, in words.
import { countedText } from '../../lib/number-text.ts'

export const vehiclesText = (total: number): string => countedText(total, 'vehículo', 'vehículos')

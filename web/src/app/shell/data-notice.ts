// The top bar's notice about data that are not real: a demo fleet is invented, and a simulated portal answers for every
// company of the installation.
import { localText } from '@padron/contract/texts/local-text'
import type { User } from '../../session/session.ts'

type DataNotice = { label: string; title: string }

const DEMO: DataNotice = {
  label: 'Datos de demostración',
  title: 'Datos de demostración: esta flota es inventada.',
}
const SIMULATED: DataNotice = {
  label: 'Portales simulados',
  get title() {
    return localText('Hay portales simulados en esta instalación: lo que responden no describe adeudos reales.')
  },
}

/** @param simulated whether a portal of the installation is simulated; undefined while unknown */
export const dataNotice = ({ demo }: Pick<User, 'demo'>, simulated: boolean | undefined): DataNotice | undefined => {
  if (demo) return DEMO
  return simulated ? SIMULATED : undefined
}

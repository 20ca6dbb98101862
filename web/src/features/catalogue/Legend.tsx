// What each sign means.
import type { ReactNode } from 'react'
import type { Sign } from '../../lib/status-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { SIGN_NAMES, StatusSign } from '../../ui/StatusSign.tsx'

const SIGNS: readonly Sign[] = ['debt', 'warning', 'clear', 'unprocessed', 'unknown']

const content = (
  <ul className="legend">
    {SIGNS.map((sign) => (
      <li className="flex" key={sign}>
        <StatusSign sign={sign} />
        {SIGN_NAMES[sign]}
      </li>
    ))}
    <li className="flex">
      <StatusSign sign="clear" old />
      Más tenue: dato antiguo, con su edad al lado
    </li>
  </ul>
)

export const Legend = (): ReactNode => (
  <Popup
    label="Simbología"
    className="button"
    button={
      <>
        <Icon name="info" size={16} />
        <span>Simbología</span>
      </>
    }
  >
    {content}
  </Popup>
)

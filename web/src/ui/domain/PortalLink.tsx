// A link to the source's website, by its name, in another tab.
import { isWebAddress } from '../../lib/web-address.ts'
import { Icon } from '../icons.tsx'
import '../portal-link.css'

export const PortalLink = ({ name, url }: { name: string; url: string | null }) =>
  url && isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className="portal-link row-inline gap-4">
      {name}
      <Icon name="link" size={14} />
      <span className="visually-hidden">(se abre en otra pestaña)</span>
    </a>
  ) : (
    name
  )

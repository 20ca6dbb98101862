// The user's own workbook back, its wrong cells marked.
import type { ReactNode } from 'react'
import { downloadFrom } from '../../lib/download.ts'
import { Icon } from '../../ui/icons.tsx'

export const MarkedFile = ({ url }: { url: string | null }): ReactNode =>
  url && (
    <button type="button" className="button" onClick={() => downloadFrom(url)}>
      <Icon name="download" size={16} />
      Descargar archivo marcado
    </button>
  )

// A link to the documentation of the API, which the server serves; it opens in another tab.
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'

export const ApiDocsLink = ({ children }: { children: ReactNode }) => (
  <a href={`${(useConfig()?.apiUrl ?? '').replace(/\/$/, '')}/api/docs`} target="_blank" rel="noreferrer">
    {children}
    <span className="visually-hidden"> (se abre en otra pestaña)</span>
  </a>
)

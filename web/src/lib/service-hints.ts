// Why no machine queries a source, in words: the source allows none, the installation disabled it, or there is no
// connector.
import type { Service } from '@padron/contract/processing'

export const SERVICE_HINTS: Readonly<Record<Exclude<Service, 'automatic'>, string>> = {
  manual: 'La captura una persona: su portal pide una verificación humana o la instalación lo decidió',
  none: 'Sin consulta automática; se puede capturar manualmente',
}

// Why no machine asks a source, in words: it lets none in or the installation decided so, or nobody has one.
import type { Service } from '@padron/contract/processing'

export const SERVICE_HINTS: Readonly<Record<Exclude<Service, 'automatic'>, string>> = {
  manual: 'La captura una persona: su portal pide una verificación humana o la instalación lo decidió',
  none: 'Sin consulta automática; se puede capturar manualmente',
}

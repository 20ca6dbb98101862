// Why no machine asks a source, in words: by decision of the installation, or because nobody has one.
import type { Service } from '@padron/contract/processing'

export const SERVICE_HINTS: Readonly<Record<Exclude<Service, 'automatic'>, string>> = {
  manual: 'La instalación lo dejó a captura manual',
  none: 'Nadie la consulta de forma automática; puede capturarse a mano',
}

// Every connector there is. A resource of the catalogue names its connector by key; what is not here needs a person.
import { runt } from './co/runt.ts'
import { simit } from './co/simit.ts'
import type { Connector } from './connector.ts'
import { cdmxAdeudos } from './mx/cdmx-adeudos.ts'
import { coahuilaPagafacil } from './mx/coahuila-pagafacil.ts'
import { nlEstadoCuenta } from './mx/nl-estado-cuenta.ts'
import { placa } from './mx/placa.ts'
import { repuve } from './mx/repuve.ts'
import { robo } from './mx/robo.ts'

export const CONNECTORS: readonly Connector[] = [
  repuve,
  robo,
  placa,
  cdmxAdeudos,
  nlEstadoCuenta,
  coahuilaPagafacil,
  simit,
  runt,
]

const byKey = new Map(CONNECTORS.map((connector) => [connector.key, connector]))
export const connectorOf = (key: string): Connector | undefined => byKey.get(key)

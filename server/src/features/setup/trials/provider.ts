// One query to a provider: what the connector understood, what the query costs, and whether the answer is about the
// plate.
import { OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import type { SetupReport } from '@padron/contract/setup'
import { describeAnswer } from '../../../checks/connectors/answer-lines.ts'
import type { Connector, Subject } from '../../../checks/connectors/connector.ts'
import { queryOnce } from '../../../checks/connectors/query-once.ts'
import type { Db } from '../../../db/client.ts'
import { failed, passed } from './report.ts'

export type Question = { connector: Connector; subject: Subject; base: string; credential: string }

const ADVICE: Partial<Record<Outcome, string>> = {
  'bad-credentials': 'Revise la credencial: que esté completa, vigente y sea de este proveedor.',
  'no-credit': 'Compre saldo con el proveedor y vuelva a probar.',
  'needs-input': 'La placa y los demás datos deben ser de un mismo vehículo: revíselos o pruebe con otro.',
  'not-applicable': 'Pruebe con otra placa: de esta no responde.',
  'rate-limited': 'Espere un minuto y vuelva a probar; si se repite, use un ritmo más lento.',
  blocked: 'El proveedor rechaza a este servidor: pregunte si debe autorizar su dirección IP.',
  timeout: 'Vuelva a probar en unos minutos; revise que el cortafuegos deje salir a esa dirección.',
  'http-error': 'Revise la dirección; si es la del proveedor, vuelva a probar en unos minutos.',
}
const OTHER_ANSWER =
  'No se guardó nada. Pruebe con otra placa; si se repite, el proveedor cambió sus respuestas: no contrate con ' +
  'esta versión.'

/** @param facts shown besides those of the answer */
export const tryProvider = async (
  db: Db,
  { connector, subject, base, credential }: Question,
  facts: Record<string, string | undefined> = {},
): Promise<SetupReport> => {
  const { parsed, accepted } = await queryOnce(db, connector, subject, { base, credential })
  if (accepted) return passed('El proveedor aceptó la pregunta y responderá después.', facts)
  if ('findings' in parsed) {
    const lines = describeAnswer(parsed, connector).map((line) => line.replace(/^ {2}/, ''))
    return passed(
      `El proveedor respondió por la placa ${subject.plate} y la respuesta se entendió.`,
      { 'Lo que se entendió': lines.join('\n') || 'Nada que informar.', ...facts },
      parsed.outcome === 'partial' ? 'La respuesta vino incompleta: algún tipo quedó sin respuesta.' : null,
    )
  }
  const { outcome, why } = parsed
  return failed(`${OUTCOMES[outcome]}. ${why}`, ADVICE[outcome] ?? OTHER_ANSWER)
}

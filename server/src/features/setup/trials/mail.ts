// A test message by the given mail server: the server's response, and the headers of the message.
import { randomUUID } from 'node:crypto'
import type { SetupReport } from '@padron/contract/setup'
import { createTransport } from 'nodemailer'
import { AUTOMATIC, SENDER_NAME, smtpServer } from '../../../mail/mailbox.ts'
import { codeOf, failed, passed, trialErrorText } from './report.ts'

const WITHIN_MS = 30_000
const TIMEOUTS = { dnsTimeout: 8_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }
const SUBJECT = 'Prueba de correo de Padrón'
const TEXT =
  'Este correo lo envió la puesta en marcha de Padrón para probar el servidor de correo. Si le llegó, los avisos ' +
  'también le llegarán. No hay que responderlo.\n'

const NO_SERVER = 'Revise el nombre del servidor, el puerto, y que el cortafuegos deje salir a él.'
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'Revise el usuario y la contraseña; algunos proveedores piden una contraseña de aplicación.',
  ETLS: 'Revise el cifrado: «TLS desde el principio» suele ser el puerto 465, STARTTLS el 587.',
  ECERT:
    'El certificado del servidor de correo venció, es de otro nombre o de una autoridad que no se conoce aquí: ' +
    'revíselo con quien lo administra, o inicie Padrón con NODE_EXTRA_CA_CERTS.',
  EENVELOPE: 'El servidor no acepta ese remitente o ese destinatario: revise cuáles permite a este usuario.',
  EMESSAGE: 'El servidor no acepta el mensaje: revise el remitente y lo que su proveedor exige (SPF, DKIM).',
  EDNS: NO_SERVER,
  ENOTFOUND: NO_SERVER,
  ECONNECTION: NO_SERVER,
  ETIMEDOUT: NO_SERVER,
  ESOCKET: NO_SERVER,
}

const FOR_NOW = 'Es por ahora: espere unos minutos y vuelva a probar; si se repite, pregunte a quien lo administra.'
const UNKNOWN = 'Pregunte a quien administra el servidor de correo qué quiere decir esa respuesta.'

type SmtpError = { code?: string; response?: string; responseCode?: number }

/** Only the server's response, or why the connection failed. */
const causeOf = (error: unknown): string => {
  const { response } = error as SmtpError
  if (response) return `El servidor de correo respondió: ${response.slice(0, 300)}`
  return `No se pudo hablar con el servidor de correo: ${trialErrorText(error)}`
}
const kindOf = (error: unknown): string => {
  if (/certificate|altnames/i.test(trialErrorText(error))) return 'ECERT'
  if (/SSL routines|wrong version/i.test(trialErrorText(error))) return 'ETLS'
  return codeOf(error)
}
const adviceOf = (error: unknown): string => {
  const { response, responseCode = 0 } = error as SmtpError
  if (responseCode >= 400 && responseCode < 500) return FOR_NOW
  return ADVICE[kindOf(error)] ?? (response ? UNKNOWN : NO_SERVER)
}

const mailFailure = (error: unknown): SetupReport => failed(causeOf(error), adviceOf(error))

/** Signs in to the server and sends nothing. */
export const greetMail = async (url: string): Promise<SetupReport> => {
  const transport = createTransport({ ...smtpServer(url), ...TIMEOUTS })
  try {
    await transport.verify()
    return passed('El servidor de correo acepta a Padrón; no se envió nada.', { Servidor: new URL(url).host })
  } catch (error) {
    return mailFailure(error)
  } finally {
    transport.close()
  }
}

export const tryMail = async (url: string, from: string, to: string): Promise<SetupReport> => {
  let headers = ''
  const transport = createTransport({ ...smtpServer(url), ...TIMEOUTS })
  transport.use('stream', (mail, done) => {
    headers = mail.message.buildHeaders()
    done()
  })
  const signal = AbortSignal.timeout(WITHIN_MS)
  try {
    const { response = '', rejected = [] } = await transport.sendMail({
      signal,
      messageId: `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      from: { name: SENDER_NAME, address: from },
      to: { name: '', address: to },
      subject: SUBJECT,
      text: TEXT,
      headers: AUTOMATIC,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    if (rejected.length > 0) return failed(`El servidor de correo respondió: ${response}`, ADVICE.EENVELOPE ?? '')
    return passed(
      `El servidor de correo aceptó el mensaje para ${to}.`,
      { 'Respuesta del servidor': response, 'Encabezados del mensaje': headers.trim() },
      'Compruebe que llegó, y que no llegó como no deseado.',
    )
  } catch (error) {
    if (signal.aborted) return failed('El servidor de correo no respondió a tiempo.', NO_SERVER)
    return mailFailure(error)
  } finally {
    transport.close()
  }
}

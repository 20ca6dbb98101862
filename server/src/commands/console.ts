// What every command needs: the database, wherever it runs, and a place to write. Results go to the standard output;
// progress and refusals to the error output, so that a script can read the one without the other.
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { LINK_MINUTES } from '@padron/contract/account-links'
import { commonPasswordWarning } from '@padron/contract/rules/common-passwords'
import { faultOf, Password, USER_INFO } from '@padron/contract/rules/user-rules'
import type { Actor, Db, Tx } from '../db/client.ts'
import type { AddressOf } from '../db/connect.ts'
import { readEnv } from '../env/env.ts'
import { mergedEnv, readStored } from '../env/env-stored.ts'
import { inviteUser } from '../identity/accounts/links.ts'
import { newPassword } from '../identity/passwords/passwords.ts'
import { openDatabase } from '../installation/open.ts'
import { readSecrets } from '../secrets/secret-file.ts'

type Look = () => { username: string }

/** The account of this machine; a container's user often has none, and behind sudo there is a person. */
const account = (look: Look): string => {
  if (process.env.SUDO_USER) return process.env.SUDO_USER
  try {
    return look().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** Who the operator is, for the record of activity. @param look reads the machine's user */
export const operator = (look: Look = userInfo): Actor => ({ origin: 'operator', name: `Operador (${account(look)})` })

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const warn = (line: string): void => void process.stderr.write(`${line}\n`)

/** A refusal whose reasons are already printed. */
export class Refused extends Error {}

/**
 * Runs work on the database of DATABASE_URL, on the one a running Padrón keeps in the data directory, or on that
 * directory itself when nobody does.
 */
export const withDatabase = async <T>(work: (db: Db, addressOf: AddressOf) => Promise<T>): Promise<T> => {
  const { db, addressOf, close } = await openDatabase({ ...readEnv(), join: true })
  try {
    return await work(db, addressOf)
  } finally {
    await close()
  }
}

/**
 * The password from the standard input where asked, else a new one, which is said once and kept nowhere. One from the
 * standard input that is among the commonest is warned of and taken.
 */
export const choosePassword = async (
  fromStdin: boolean,
): Promise<{ password: string; announce: (username: string) => void }> => {
  if (!fromStdin) {
    const password = newPassword()
    return {
      password,
      announce: (username) => print(`Contraseña de ${username} (no se volverá a mostrar): ${password}`),
    }
  }
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const fault = faultOf(Password, password)
  if (fault) throw new Error(`Contraseña: ${fault}`)
  const warning = commonPasswordWarning(password)
  if (warning) warn(`Aviso · Contraseña: ${warning}`)
  return { password, announce: () => undefined }
}

/** The option of commands that create a user. */
export const MAIL = ['--mail <correo>', 'invita por correo a elegir la contraseña, en lugar de generarla'] as const

type Invitation = { tenantId: number; username: string }
/**
 * Where an address was given, the user chooses the password with a link by email, and nobody knows the generated one.
 * @throws Error where the address is none, or this installation sends no emails
 */
export const chooseInvitation = async (
  mail: string | undefined,
): Promise<{ email: string; invite: (tx: Tx, user: Invitation) => Promise<void> } | undefined> => {
  if (mail === undefined) return undefined
  const env = readEnv()
  const fault = faultOf(USER_INFO.userEmail, mail)
  if (fault || mail === '') throw new Error(`--mail: ${fault ?? 'Escriba un correo electrónico válido'}`)
  return { email: mail, invite: await inviter(env) }
}

/** @throws Error where this installation sends no emails */
export const inviter = async (env = readEnv()): Promise<(tx: Tx, user: Invitation) => Promise<void>> => {
  const tools = { secrets: await readSecrets(env), place: env.place }
  return async (tx, user) => {
    if (!mergedEnv(await readStored(tx, tools.secrets)).mail)
      throw new Error(
        'Esta instalación no envía correos: defina PADRON_SMTP_URL y PADRON_MAIL_FROM, o dé una contraseña.',
      )
    const { sentTo, purpose } = await inviteUser(tx, tools, user)
    const what = purpose === 'invitation' ? 'Invitación' : 'Enlace para elegir otra contraseña'
    print(`${what} de ${user.username} por enviarse a ${sentTo}; sirve ${LINK_MINUTES} minutos.`)
  }
}

/** Rows as aligned columns, the first row being the headings. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

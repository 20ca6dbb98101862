// Shared by all commands: the database, wherever it runs, and the output. Results go to the standard output; progress
// and errors to the error output, so that scripts can separate them.
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { LINK_MINUTES } from '@padron/contract/account-links'
import { commonPasswordWarning } from '@padron/contract/rules/common-passwords'
import { faultOf, Password, USER_INFO } from '@padron/contract/rules/user-rules'
import { type Actor, asSystem, type Db, type Tx } from '../db/client.ts'
import { lockWrites } from '../db/company-lock.ts'
import type { AddressOf } from '../db/connect.ts'
import { isLockTimeout } from '../db/lock-errors.ts'
import { readEnv } from '../env/env.ts'
import { mergedEnv, readStored } from '../env/env-stored.ts'
import { findCompany } from '../identity/accounts/accounts.ts'
import { inviteUser } from '../identity/accounts/links.ts'
import { newPassword } from '../identity/passwords/passwords.ts'
import { openDatabase } from '../installation/open.ts'
import { readSecrets } from '../secrets/secret-file.ts'

type Look = () => { username: string }

/** The user of the machine; a container's user often has no name, and behind sudo the original user counts. */
const account = (look: Look): string => {
  if (process.env.SUDO_USER) return process.env.SUDO_USER
  try {
    return look().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** The operator as an actor in the activity log. @param look reads the machine's user */
export const operator = (look: Look = userInfo): Actor => ({ origin: 'operator', name: `Operador (${account(look)})` })

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const warn = (line: string): void => void process.stderr.write(`${line}\n`)

/** An error whose reasons were already printed. */
export class Refused extends Error {}

/**
 * Runs work on the database of DATABASE_URL, on the database of a Padrón running on the data directory, or otherwise
 * starts the database of that directory.
 */
export const withDatabase = async <T>(work: (db: Db, addressOf: AddressOf) => Promise<T>): Promise<T> => {
  const { db, addressOf, close } = await openDatabase({ ...readEnv(), join: true })
  try {
    return await work(db, addressOf)
  } finally {
    await close()
  }
}

export type CompanyRow = Awaited<ReturnType<typeof findCompany>>
export type CompanyWork<T> = (tx: Tx, company: CompanyRow) => Promise<T>

/** Runs work that changes one company, with the operator as the recorded actor. A move of the company waits for it. */
export const onCompany = <T>(db: Db, name: string, work: CompanyWork<T>): Promise<T> => {
  const change = async (tx: Tx) => {
    await lockWrites(tx, (await findCompany(tx, name)).tenant_id)
    return work(tx, await findCompany(tx, name))
  }
  return asSystem(db, change, operator()).catch((error) => {
    if (!isLockTimeout(error)) throw error
    throw new Error(`Un cambio de la empresa ${name} tarda demasiado. Inténtelo más tarde.`)
  })
}

/**
 * The password: from the standard input if requested, otherwise a new one, which is printed once and not stored. A
 * common password from the standard input causes a warning but is accepted.
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
 * If an address is given, the user chooses the password with a link by email, and the generated one is not shown.
 * @throws Error if the address is invalid, or this installation sends no emails
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

/** @throws Error if this installation sends no emails */
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

/** Formats rows as aligned columns; the first row has the headings. */
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

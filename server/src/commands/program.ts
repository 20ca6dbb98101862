// The operator's command line. Each command is a file beside this one, and only the file of the command that runs is
// loaded, because all of them load most of the server.
import { Command, CommanderError } from 'commander'
import { warn } from './console.ts'

type AddCommands = (program: Command) => void

const addBackup = async (): Promise<AddCommands> => (await import('./backup.ts')).addBackupCommands

/** The commands in the order of the help. */
const COMMANDS = new Map<string, () => Promise<AddCommands>>([
  ['init', async () => (await import('./init.ts')).addInitCommand],
  ['doctor', async () => (await import('./doctor.ts')).addDoctorCommand],
  ['company', async () => (await import('./company.ts')).addCompanyCommands],
  ['user', async () => (await import('./user.ts')).addUserCommands],
  ['vehicles', async () => (await import('./vehicles.ts')).addVehicleCommands],
  ['fleet', async () => (await import('./fleet.ts')).addFleetCommands],
  ['portal', async () => (await import('./portal.ts')).addPortalCommands],
  ['account', async () => (await import('./account.ts')).addAccountCommands],
  ['connector', async () => (await import('./connector.ts')).addConnectorCommands],
  ['resource', async () => (await import('./resource.ts')).addResourceCommands],
  ['source', async () => (await import('./source.ts')).addSourceCommands],
  ['news', async () => (await import('./news.ts')).addNewsCommands],
  ['key', async () => (await import('./key.ts')).addKeyCommands],
  ['rules', async () => (await import('./rules.ts')).addRuleCommands],
  ['mail', async () => (await import('./mail.ts')).addMailCommands],
  ['statistics', async () => (await import('./statistics.ts')).addStatisticsCommands],
  ['mcp', async () => (await import('./mcp.ts')).addMcpCommand],
  ['demo', async () => (await import('./demo.ts')).addDemoCommands],
  ['backup', addBackup],
  ['restore', addBackup],
])

/**
 * @param name the command to run; if it is missing or unknown, the program has all commands
 * @param prepared settings that every command inherits, applied before commands are added
 */
export const makeProgram = async (
  name?: string,
  prepared: (program: Command) => Command = (program) => program,
): Promise<Command> => {
  const program = prepared(new Command('padron'))
    .description('Padrón: órdenes del operador')
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('help [orden]', 'muestra la ayuda de una orden')
    .showHelpAfterError()
  const one = COMMANDS.get(name ?? '')
  for (const load of one ? [one] : new Set(COMMANDS.values())) (await load())(program)
  return program
}

/** @returns the exit code; a usage error has been printed by then */
export const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    warn(error instanceof Error ? error.message : String(error))
    return 1
  }
}

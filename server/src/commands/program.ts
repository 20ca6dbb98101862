// The operator's command line as one program: each command is a file beside this one.
import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account.ts'
import { addBackupCommands } from './backup.ts'
import { addCompanyCommands } from './company.ts'
import { addConnectorCommands } from './connector.ts'
import { tell } from './console.ts'
import { addDemoCommands } from './demo.ts'
import { addFleetCommands } from './fleet.ts'
import { addKeyCommands } from './key.ts'
import { addMailCommands } from './mail.ts'
import { addNewsCommands } from './news.ts'
import { addPortalCommands } from './portal.ts'
import { addResourceCommands } from './resource.ts'
import { addRuleCommands } from './rules.ts'
import { addSourceCommands } from './source.ts'
import { addStatisticsCommands } from './statistics.ts'
import { addUserCommands } from './user.ts'
import { addVehicleCommands } from './vehicles.ts'

/** @param prepared settings that every command takes over, made before they are added */
export const makeProgram = (prepared: (program: Command) => Command = (program) => program): Command => {
  const program = prepared(new Command('padron'))
    .description('Padrón: órdenes del operador')
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('help [orden]', 'muestra la ayuda de una orden')
    .showHelpAfterError()
  for (const add of [
    addCompanyCommands,
    addUserCommands,
    addVehicleCommands,
    addFleetCommands,
    addPortalCommands,
    addAccountCommands,
    addConnectorCommands,
    addResourceCommands,
    addSourceCommands,
    addNewsCommands,
    addKeyCommands,
    addRuleCommands,
    addMailCommands,
    addStatisticsCommands,
    addDemoCommands,
    addBackupCommands,
  ])
    add(program)
  return program
}

/** @returns the exit code; a usage error has been printed by then */
export const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    tell(error instanceof Error ? error.message : String(error))
    return 1
  }
}

// `npm run padron -- …`: the operator's command line. Each command is a file of ../commands.
import { enableCompileCache } from 'node:module'
import { Command } from 'commander'
import { addCompanyCommands } from '../commands/company.ts'
import { addConnectorCommands } from '../commands/connector.ts'
import { tell } from '../commands/console.ts'
import { addFleetCommands } from '../commands/fleet.ts'
import { addKeyCommands } from '../commands/key.ts'
import { addPortalCommands } from '../commands/portal.ts'
import { addResourceCommands } from '../commands/resource.ts'
import { addSourceCommands } from '../commands/source.ts'
import { addUserCommands } from '../commands/user.ts'
import { addVehicleCommands } from '../commands/vehicles.ts'

enableCompileCache()

const program = new Command('padron')
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
  addConnectorCommands,
  addResourceCommands,
  addSourceCommands,
  addKeyCommands,
])
  add(program)

await program.parseAsync().catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})

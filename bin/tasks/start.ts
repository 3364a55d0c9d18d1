import { buildProduct } from './build_product.js'
import { isBuildCurrent } from './build_stamp.js'
import { announceWhenReady, claimPort, log, prepareEnvironment } from './environment.js'
import { sayFirstSteps } from './first_steps.js'
import { prepareData } from './prepare_data.js'
import { spawnNode, stopOnSignal, superviseUntilExit } from './processes.js'
import { refuseSecondRun } from './running.js'

refuseSecondRun()
const pending = prepareEnvironment('production')
stopOnSignal(pending)
const environment = await pending
try {
  if (!isBuildCurrent()) {
    log('Construyendo…')
    await buildProduct()
  }
  await prepareData(environment)
} catch (error) {
  await environment.stop()
  throw error
}
await sayFirstSteps(environment)
await claimPort(environment)
const server = spawnNode(['build/bin/server.js'], { env: environment.values, ipc: true })
void announceWhenReady(environment)
await superviseUntilExit(server, environment)

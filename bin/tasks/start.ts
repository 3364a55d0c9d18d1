import { buildProduct } from './build_product.js'
import { isBuildCurrent } from './build_stamp.js'
import { log, prepareEnvironment } from './environment.js'
import { prepareData } from './prepare_data.js'
import { spawnNode, superviseUntilExit } from './processes.js'

const environment = await prepareEnvironment('production')
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
const server = spawnNode(['build/bin/server.js'], { env: environment.values, ipc: true })
await superviseUntilExit(server, environment)

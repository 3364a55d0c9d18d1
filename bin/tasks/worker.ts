import { existsSync } from 'node:fs'
import { buildProduct } from './build_product.js'
import { prepareEnvironment } from './environment.js'
import { prepareData } from './prepare_data.js'
import { spawnNode, stopOnSignal, superviseUntilExit } from './processes.js'

// An embedded database that the product itself has started is not the worker's to stop.
const pending = prepareEnvironment('production').then((prepared) => ({ ...prepared, stop: prepared.release }))
stopOnSignal(pending)
const environment = await pending
try {
  if (!existsSync('build/bin/worker.js')) await buildProduct()
  // Whichever process comes first prepares the database: a worker may be started before any web process.
  await prepareData(environment)
} catch (error) {
  await environment.stop()
  throw error
}
const worker = spawnNode(['build/bin/worker.js'], {
  env: { ...environment.values, JOBS: 'external' },
  ipc: true,
})
await superviseUntilExit(worker, environment)

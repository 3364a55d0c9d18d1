import { existsSync } from 'node:fs'
import { buildProduct } from './build_product.js'
import { prepareEnvironment } from './environment.js'
import { spawnNode, superviseUntilExit } from './processes.js'

const environment = await prepareEnvironment('production')
if (!existsSync('build/bin/worker.js')) await buildProduct()
const worker = spawnNode(['build/bin/worker.js'], {
  env: { ...environment.values, JOBS: 'external' },
  ipc: true,
})
await superviseUntilExit(worker, environment)

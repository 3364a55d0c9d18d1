import { spawnSync } from 'node:child_process'
import { buildProduct } from './build_product.js'
import { log } from './environment.js'

const CHECKS: [string, string, string[]][] = [
  ['Tipos', 'tsc', ['--noEmit', '-p', '.']],
  ['Estilo', 'biome', ['check', '--error-on-warnings', '.']],
  ['Plantas', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'app', 'inertia', 'config', 'start']],
  ['Plantas del SQL', 'node', ['--import=@poppinss/ts-exec', 'bin/tasks/check_sql_floors.ts']],
  ['SQL en controladores', 'node', ['--import=@poppinss/ts-exec', 'bin/tasks/check_controller_sql.ts']],
  ['Código sin uso', 'knip', []],
]

/** Types, lint, boundaries and unused code; the build comes first because it writes the generated types. */
export async function runChecks(): Promise<void> {
  await buildProduct()
  for (const [title, command, args] of CHECKS) {
    const started = Date.now()
    const done = spawnSync(command, args, { stdio: 'inherit' })
    log(`${done.status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (done.status !== 0) process.exit(1)
  }
}

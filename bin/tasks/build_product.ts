import { rmSync } from 'node:fs'
import { BUILD_ENVIRONMENT } from './build_environment.js'
import { stampBuild } from './build_stamp.js'
import { generateTypes } from './generate_types.js'
import { packAssets } from './pack_assets.js'
import { ace } from './processes.js'

/** Generated types, server and pages into `build/`. */
export async function buildProduct(): Promise<void> {
  await generateTypes()
  await ace(['build', '--ignore-ts-errors'], { env: BUILD_ENVIRONMENT, quiet: true })
  // Pages and tests are compiled with the rest because their types are checked together; nobody runs them from here.
  for (const folder of ['build/inertia', 'build/tests', 'build/bench'])
    rmSync(folder, { recursive: true, force: true })
  await packAssets('build/public')
  stampBuild()
}

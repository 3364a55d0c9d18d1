import { prepareEnvironment } from './environment.js'
import { generateTypes } from './generate_types.js'
import { prepareData } from './prepare_data.js'
import { spawnNode, superviseUntilExit } from './processes.js'
import { refuseSecondRun } from './running.js'

refuseSecondRun()
const environment = await prepareEnvironment('development')
await generateTypes()
await prepareData(environment)
await superviseUntilExit(spawnNode(['ace.js', 'serve', '--hmr'], { env: environment.values }), environment)

import { prepareEnvironment } from './environment.js'
import { generateTypes } from './generate_types.js'
import { prepareData } from './prepare_data.js'
import { spawnNode, stopOnSignal, superviseUntilExit } from './processes.js'
import { refuseSecondRun } from './running.js'

refuseSecondRun()
const pending = prepareEnvironment('development')
stopOnSignal(pending)
const environment = await pending
await generateTypes()
await prepareData(environment)
await superviseUntilExit(spawnNode(['ace.js', 'serve', '--hmr'], { env: environment.values }), environment)

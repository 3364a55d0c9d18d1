import { prepareEnvironment } from '../../../bin/tasks/environment.js'
import { prepareData } from '../../../bin/tasks/prepare_data.js'
import { stopOnSignal } from '../../../bin/tasks/processes.js'

// What `npm start` does between the build and the server, as it does it.
const pending = prepareEnvironment('production')
stopOnSignal(pending)
const environment = await pending
try {
  await prepareData(environment)
} catch (error) {
  await environment.stop()
  throw error
}
process.exit(0)

import { log, prepareEnvironment } from './environment.js'
import { prepareData, wipe } from './prepare_data.js'
import { stopOnSignal } from './processes.js'
import { isProductRunning } from './running.js'

if (process.env.DATABASE_URL) {
  log('demo:reset borra todos los datos: solo funciona con la base de datos embebida.')
  process.exit(1)
}
if (isProductRunning()) {
  log('El producto está en marcha: deténgalo antes de restablecer la demo.')
  process.exit(1)
}
const pending = prepareEnvironment('production')
stopOnSignal(pending)
const environment = await pending
await wipe(environment)
await prepareData(environment)
await environment.stop()
log('Demo restablecida.')

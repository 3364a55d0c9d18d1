import { prettyPrintError } from '@adonisjs/core'
import { createIgnitor } from './ignitor.js'

// The launcher is the parent: without it nobody would stop this process.
process.on('disconnect', () => process.exit(0))
// The channel to it must not keep a server alive that has shut down.
process.channel?.unref()

createIgnitor()
  .httpServer()
  .start()
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })

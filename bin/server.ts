import { prettyPrintError } from '@adonisjs/core'
import { createIgnitor } from './ignitor.js'

// The launcher is the parent: without it nobody would stop this process.
process.on('disconnect', () => process.exit(0))

createIgnitor()
  .httpServer()
  .start()
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })

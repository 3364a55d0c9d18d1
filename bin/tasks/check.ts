import { runChecks } from './checks.js'

await runChecks()

/** Works one run of the audit in a process of its own, as a worker does: `audit_worker.ts RUN`. */
import { createIgnitor } from '../bin/ignitor.js'

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { runAudit } = await import('#app/invoices/auditing/run_audit')
const message = await runAudit(Number(process.argv[2]), async () => {})
process.stderr.write(`${message}\n`)
await app.terminate()
process.exit(0)

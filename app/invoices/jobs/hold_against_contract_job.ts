import type { ChangedContract } from '#app/contracts/contract_followers'
import { holdInvoicesOf } from '#app/invoices/actions/hold_invoices_of_contract'
import type { Job } from '#app/jobs/queue'

/** After a contract changed: the invoices of its supplier and companies are held against it again. */
export const holdAgainstContractJob: Job<ChangedContract> = {
  queue: 'invoices.hold_against_contract',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 60,
  async work(contract, progress) {
    const invoices = await holdInvoicesOf(contract, progress)
    return { message: `${invoices} facturas comparadas con el contrato` }
  },
}

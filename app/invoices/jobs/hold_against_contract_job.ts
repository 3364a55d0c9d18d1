import type { ChangedContract } from '#app/contracts/contract_followers'
import { holdInvoicesOf } from '#app/invoices/editing/hold_invoices_of_contract'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** After a contract changed: the invoices of its supplier and companies are held against it again. */
export const holdAgainstContractJob: ToldJob<ChangedContract> = {
  queue: 'invoices.hold_against_contract',
  about: {
    title: 'Comparar facturas con su contrato',
    group: 'Facturas',
    changes: 'Vuelve a comparar las facturas de un proveedor cuando cambia su contrato.',
    isCancellable: true,
    isRepeatable: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 60,
  async work(contract, progress) {
    const read = await holdInvoicesOf(contract, progress)
    return {
      message: counted(read, 'factura comparada con el contrato', 'facturas comparadas con el contrato'),
      counters: { read },
    }
  },
}

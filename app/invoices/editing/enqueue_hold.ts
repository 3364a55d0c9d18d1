import type { ChangedContract } from '#app/contracts/contract_followers'
import { holdAgainstContractJob } from '#app/invoices/jobs/hold_against_contract_job'
import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'

/** Sends the invoices of a contract that changed to be held against it. */
export async function enqueueHold(contract: ChangedContract): Promise<void> {
  await inTransaction((trx) =>
    enqueue(
      holdAgainstContractJob,
      contract,
      {
        title: 'Facturas frente al contrato',
        userId: null,
        objectType: 'provider_contract',
        objectId: contract.contractId,
      },
      trx
    )
  )
}

import type { ToldJob } from '#app/jobs/job'

export type ReadReceiptData = { receiptId: number }

/** One at a time: notes wait for people, invoices for the machine. */
export const readReceiptsJob: ToldJob<ReadReceiptData> = {
  queue: 'expenses.read',
  about: {
    title: 'Leer justificantes de gastos',
    group: 'Facturas',
    changes: 'Lee los justificantes de las notas de gastos.',
  },
  concurrency: 1,
  timeoutSeconds: 180,
  retries: 1,
  retryDelaySeconds: 60,
  work: async ({ receiptId }) => {
    const { readKeptReceipt } = await import('#app/expenses/actions/read_kept_receipt')
    return readKeptReceipt(receiptId)
  },
  giveUp: async ({ receiptId }) => {
    const { markUnread } = await import('#app/expenses/actions/keep_receipts')
    await markUnread(receiptId)
  },
}

import type { ToldJob } from '#app/jobs/job'

export type ReadInvoiceData = { invoiceId: number; fileId: number }

/** Two readings at once at most, each of up to two processes of 512 MB; retried after 1 and 5 minutes. */
export const readInvoiceJob: ToldJob<ReadInvoiceData> = {
  queue: 'invoices.read',
  about: {
    title: 'Leer facturas',
    group: 'Facturas',
    changes: 'Lee cada factura que llega y propone sus datos.',
  },
  concurrency: 2,
  timeoutSeconds: 180,
  retries: 2,
  retryDelaySeconds: 60,
  work: async (data) => {
    const { readInvoice } = await import('#app/invoices/intake/read_invoice')
    return readInvoice(data)
  },
  giveUp: async (data, reason) => {
    const { failReading } = await import('#app/invoices/intake/read_invoice')
    await failReading(data, reason)
  },
}

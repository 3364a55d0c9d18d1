import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'

/** Makes a cost with an invoice owed, in a payment or paid, as its invoice is: invoices are beside procedures, and meet them where both are paid. */
export const followInvoice = port<(costId: number, trx: Transaction) => Promise<void>>(
  'the invoice of a legal cost'
)

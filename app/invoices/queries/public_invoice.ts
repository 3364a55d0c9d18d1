import { codeOf, hashOfToken, isTokenShaped } from '#app/identity/public_forms/secret_link'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import { row } from '#app/kernel/database/sql'

type Receipt = { code: string; status: InvoiceStatus; paymentState: string }

/** Where the invoice of a secret link stands, for who sent it; null when link or e-mail are not those. */
export async function findReceipt(token: string, email: string): Promise<Receipt | null> {
  if (!isTokenShaped(token)) return null
  const found = await row<Omit<Receipt, 'code'>>(
    `select status, payment_state from invoices where public_token_hash = :hash and lower(submitter_email) = :email`,
    { hash: hashOfToken(token), email }
  )
  return found ? { ...found, code: codeOf(token) } : null
}

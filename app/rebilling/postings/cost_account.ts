import type { Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { plainCode } from '#app/rebilling/postings/document_lines'

/** The account of a company with the code of a cost, filled up to its own length; opened where it is missing. Gives its key. */
export async function costAccount(siteId: number, code: string, trx: Transaction): Promise<number> {
  const exactCode = plainCode(code)
  return (await ensureAccount({ siteId, prefix: exactCode.slice(0, 3), exactCode }, trx)).id
}

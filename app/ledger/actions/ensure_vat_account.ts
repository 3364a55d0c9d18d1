import { oneRow, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'

type Wanted = {
  siteId: number
  /** Borne (472) or charged (477). */
  role: 'vat_input' | 'vat_output'
  /** Of the tax code: the last digits of its account, `21`. */
  suffix: string | null
  taxName: string
}

/** The account of a company for the VAT of one rate (`47200021`), opened when it is missing. */
export async function ensureVatAccount(
  { siteId, role, suffix, taxName }: Wanted,
  trx: Transaction
): Promise<number> {
  const prefix = await roleCode(siteId, role, trx)
  const { width } = await oneRow<{ width: number }>(
    `select account_width as width from sites where id = :siteId`,
    { siteId },
    trx
  )
  const exactCode = prefix + (suffix ?? '').padStart(width - prefix.length, '0')
  const name = `H.P. ${role === 'vat_input' ? 'soportado' : 'repercutido'} ${taxName}`
  return (await ensureAccount({ siteId, prefix, exactCode, name }, trx)).id
}

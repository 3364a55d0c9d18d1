import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'

type Wanted = {
  siteId: number
  /** Borne (472) or charged (477). */
  role: 'vat_input' | 'vat_output'
  /** Of the tax code: the last digits of its account, `21`. */
  suffix: string | null
}

/**
 * The account of a company for the VAT of one rate (`47200021`), opened when it is missing. It is named after the rate and
 * not after the tax that needs it first: reverse charge and purchases in the Union share it.
 */
export async function ensureVatAccount({ siteId, role, suffix }: Wanted, trx: Transaction): Promise<number> {
  const prefix = await roleCode(siteId, role, trx)
  const { width } = await oneRow<{ width: number }>(
    `select account_width as width from sites where id = :siteId`,
    { siteId },
    trx
  )
  const exactCode = prefix + (suffix ?? '').padStart(width - prefix.length, '0')
  const tax = await taxOfRate(siteId, suffix, trx)
  const named = tax ? { name: `H.P. ${role === 'vat_input' ? 'soportado' : 'repercutido'} ${tax}` } : {}
  return (await ensureAccount({ siteId, prefix, exactCode, ...named }, trx)).id
}

/** The tax whose rate a suffix stands for in the territory of a company: the general one before special cases of it. */
async function taxOfRate(siteId: number, suffix: string | null, trx: Transaction): Promise<string | null> {
  const found = await row<{ name: string }>(
    `select t.name from tax_codes t join sites s on s.id = :siteId
      where t.account_suffix = :suffix and t.account_role = 'vat_input'
      order by t.kind in ('iva', 'igic', 'ipsi') desc, t.territory = s.territory desc, t.valid_to desc nulls first, t.id limit 1`,
    { siteId, suffix },
    trx
  )
  return found?.name ?? null
}

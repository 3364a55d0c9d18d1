import { allowsAccount } from '#app/accounts/queries/account_scope'
import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** What of a supplier is about companies of the group. */
export type Companies = {
  /** The company of the group that it is. */
  siteIdIfGroup: number | null
  /** The company and the account that it is usually paid from. */
  defaultPayerSiteId: number | null
  defaultBankAccountId: number | null
}

type Given = Companies & { kind: string; ledgerPrefix: string; taxId: string | null }

/**
 * Throws at `site_id_if_group` where the supplier is not that company, or another one is it already, and at `ledger_prefix`
 * where what is owed to it would not be a debt within the group.
 */
export async function refuseOtherCompany(
  providerId: number,
  { siteIdIfGroup, kind, ledgerPrefix, taxId }: Given,
  trx: Transaction
): Promise<void> {
  if (siteIdIfGroup === null) return
  const field = 'site_id_if_group'
  if (kind !== 'group_company')
    throw new DomainError(
      'E_GROUP',
      'Solo un proveedor de tipo «Empresa del grupo» es una de las empresas.',
      {
        field,
      }
    )
  if (ledgerPrefix !== '403')
    throw new DomainError('E_GROUP', 'Lo que se debe a una empresa del grupo va a la cuenta 403.', {
      field: 'ledger_prefix',
    })
  const site = await row<{ name: string; taxId: string; takenBy: string | null }>(
    `select s.legal_name as name, s.tax_id::text, (select p.code from providers p where p.site_id_if_group = s.id and p.id <> :providerId) as taken_by
       from sites s where s.id = :siteIdIfGroup`,
    { providerId, siteIdIfGroup },
    trx
  )
  if (!site) throw new DomainError('E_GROUP', 'El valor seleccionado no es válido.', { field })
  if (site.takenBy)
    throw new DomainError('E_GROUP', `${site.name} ya es el proveedor ${site.takenBy}.`, { field })
  if (bare(site.taxId) !== bare(taxId ?? ''))
    throw new DomainError('E_GROUP', `El NIF del proveedor no es el de ${site.name} (${site.taxId}).`, {
      field,
    })
}

const bare = (taxId: string) => taxId.toUpperCase().replace(/^ES(?=[A-Z0-9]{9}$)/, '')

/** Throws at `default_bank_account_id` for an account of another company, out of use, or that the person may not see. */
export async function refuseOtherAccount(
  { defaultPayerSiteId, defaultBankAccountId }: Companies,
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  if (defaultBankAccountId === null) return
  const own = await row(
    `select 1 as found from bank_accounts b where b.id = :accountId and b.site_id = :siteId::bigint and b.status = 'active' and ${allowsAccount('view', 'b.id', ':userId::bigint')}`,
    { accountId: defaultBankAccountId, siteId: defaultPayerSiteId, userId },
    trx
  )
  if (!own)
    throw new DomainError('E_ACCOUNT', 'La cuenta no es de esa empresa o ya no se usa.', {
      field: 'default_bank_account_id',
    })
}

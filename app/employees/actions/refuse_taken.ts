import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Identity = { siteId: number; taxId: string; except: number | null }

/** One person is on the staff of a company once. Throws E_TAX_ID_TAKEN at `tax_id`. */
export async function refuseTakenTaxId({ siteId, taxId, except }: Identity, trx: Transaction): Promise<void> {
  const taken = await row<{ site: string }>(
    `select coalesce(nullif(s.trade_name, ''), s.legal_name) as site from employees e join sites s on s.id = e.site_id
      where e.site_id = :siteId and e.tax_id = :taxId and e.status <> 'terminated' and e.id is distinct from :except::bigint limit 1`,
    { siteId, taxId, except },
    trx
  )
  if (taken) throw new DomainError('E_TAX_ID_TAKEN', takenTaxIdText(taken.site), { field: 'tax_id' })
}

/** A name that ends in «S.L.» brings its own full stop. */
export const takenTaxIdText = (site: string) =>
  `Ya existe un empleado activo con este DNI en ${site.replace(/\.$/, '')}.`

/** Throws E_CODE_TAKEN at `code`. */
export async function refuseTakenCode(
  { siteId, code, except }: { siteId: number; code: string; except: number },
  trx: Transaction
): Promise<void> {
  const taken = await row<{ name: string }>(
    `select full_name as name from employees where site_id = :siteId and code = :code and id <> :except`,
    { siteId, code, except },
    trx
  )
  if (taken) throw new DomainError('E_CODE_TAKEN', `Ya tiene este código ${taken.name}.`, { field: 'code' })
}

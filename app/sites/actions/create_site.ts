import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { instantiatePlan } from '#app/ledger/actions/instantiate_plan'
import { openFiscalYears } from '#app/ledger/actions/open_fiscal_years'

export type NewSite = {
  code: string
  legalName: string
  tradeName?: string | null
  taxId: string
  kind: 'company' | 'branch' | 'hotel_operator' | 'holding' | 'external'
  territory:
    | 'peninsula_baleares'
    | 'canarias'
    | 'ceuta_melilla'
    | 'foral_alava'
    | 'foral_bizkaia'
    | 'foral_gipuzkoa'
    | 'foral_navarra'
  startedOn: CalendarDate
  plan: 'normal' | 'pymes'
  /** EUR unless told. */
  baseCurrency?: string
  /** 1-12, January unless told. */
  fiscalYearStartMonth?: number
  parentSiteId?: number | null
  ownershipPercent?: string | null
  address?: string | null
  postalCode?: string | null
  city?: string | null
  provinceCode?: string | null
}

/**
 * Opens the books of a company: the draft itself, its plan of accounts and its fiscal years, up to the next one.
 * Throws at `code`, `tax_id` or `legal_name` when another company has it, or the NIF is wrong.
 */
export async function createSite(site: NewSite, actor: Actor): Promise<number> {
  const taxId = normalizeTaxId(site.taxId)
  if (!isValidSpanishTaxId(taxId)) {
    throw new DomainError('E_TAX_ID', 'El NIF no es válido: la letra o dígito de control no coincide.', {
      field: 'tax_id',
    })
  }
  const startMonth = site.fiscalYearStartMonth ?? 1
  return inTransaction(async (trx) => {
    await refuseTaken(site, taxId, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into sites (code, legal_name, trade_name, tax_id, kind, territory, started_on, parent_site_id, ownership_percent,
          address, postal_code, city, province_code, base_currency, fiscal_year_start_month, created_by)
       values (:code, :legalName, :tradeName, :taxId, :kind, :territory, :startedOn, :parentSiteId, :ownershipPercent,
          :address, :postalCode, :city, :provinceCode, :baseCurrency, :startMonth, :createdBy) returning id`,
      {
        code: site.code,
        legalName: site.legalName,
        tradeName: site.tradeName ?? null,
        taxId,
        kind: site.kind,
        territory: site.territory,
        startedOn: site.startedOn,
        parentSiteId: site.parentSiteId ?? null,
        ownershipPercent: site.ownershipPercent ?? null,
        address: site.address ?? null,
        postalCode: site.postalCode ?? null,
        city: site.city ?? null,
        provinceCode: site.provinceCode ?? null,
        baseCurrency: site.baseCurrency ?? 'EUR',
        startMonth,
        createdBy: actor.userId,
      },
      trx
    )
    await instantiatePlan(id, site.plan, trx)
    await openFiscalYears({ siteId: id, firstDay: site.startedOn, startMonth, day: today() }, trx)
    await recordEvent(
      { actor, objectType: 'site', objectId: id, siteId: id, event: 'site.created', to: 'draft' },
      trx
    )
    return id
  })
}

async function refuseTaken(site: NewSite, taxId: string, trx: Transaction): Promise<void> {
  const taken = await row<{ sameCode: boolean; sameTaxId: boolean; legalName: string }>(
    `select code = :code as same_code, tax_id = :taxId as same_tax_id, legal_name::text from sites
      where code = :code or tax_id = :taxId or legal_name = :legalName limit 1`,
    { code: site.code, taxId, legalName: site.legalName },
    trx
  )
  if (!taken) return
  const field = taken.sameCode ? 'code' : taken.sameTaxId ? 'tax_id' : 'legal_name'
  throw new DomainError('E_TAKEN', `Ya lo usa la empresa ${taken.legalName}.`, { field })
}

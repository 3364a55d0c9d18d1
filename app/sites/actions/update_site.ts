import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { directBooking } from '#app/sites/actions/set_direct_booking'
import Site from '#app/sites/models/site'
import { type Changed, changeSetting, lockChanges } from '#app/sites/second_person/change_setting'

/** What the forms of a company may change; what is left out stays as it is. Amounts in cents. */
export type SiteChanges = Partial<
  Pick<
    Site,
    | 'code'
    | 'legalName'
    | 'tradeName'
    | 'taxId'
    | 'kind'
    | 'parentSiteId'
    | 'ownershipPercent'
    | 'isGroup'
    | 'address'
    | 'postalCode'
    | 'city'
    | 'provinceCode'
    | 'country'
    | 'color'
    | 'territory'
    | 'baseCurrency'
    | 'accountWidth'
    | 'vatPeriod'
    | 'withholdingPeriod'
    | 'withholdingAccrual'
    | 'sii'
    | 'redeme'
    | 'cashBasis'
    | 'prorataPercent'
    | 'startedOn'
    | 'closedOn'
    | 'invoiceEmailAlias'
    | 'autoBookLimitMinor'
    | 'autoReconcile'
    | 'maxWriteoffMinor'
    | 'cardCeilingMinor'
    | 'salesSource'
  >
>

/** Facts that entries rest on (area 02 §5); the database refuses them too (CS002). */
const FIXED_BY_ENTRIES = ['territory', 'baseCurrency', 'accountWidth'] as const
const FIELD_NAMES = {
  territory: 'territory',
  baseCurrency: 'base_currency',
  accountWidth: 'account_width',
} as const

type Input = {
  siteId: number
  changes: SiteChanges
  lockVersion: number
  /** Why, where it loosens what is booked without approval. */
  reason?: string | null
}

/**
 * Changes the master data of a company against the version that was shown. A higher limit of booking without approval is
 * only proposed; gives what became of it. Throws E_STALE when somebody else saved meanwhile, E_TAKEN or E_TAX_ID at the
 * field, E_HAS_ENTRIES for what entries fix, E_REASON at `reason`.
 */
export async function updateSite(
  { siteId, changes, lockVersion, reason = null }: Input,
  actor: Actor
): Promise<Changed> {
  const { autoBookLimitMinor, ...others } = changes
  return inTransaction(async (trx) => {
    await lockChanges(trx)
    const site = await Site.query({ client: trx }).where('id', siteId).forUpdate().firstOrFail()
    if (site.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    refuseBadAmounts(changes)
    await keepChanges(site, checked(others), actor, trx)
    if (autoBookLimitMinor === undefined) return 'same'
    return changeSetting(directBooking, { siteId, after: autoBookLimitMinor, reason }, actor, trx)
  })
}

async function keepChanges(site: Site, given: SiteChanges, actor: Actor, trx: Transaction): Promise<void> {
  const diff = changedFields(pick(site, given), given)
  if (!diff) return
  await refuseFixed(site, diff, trx)
  await refuseTaken(site.id, given, trx)
  refuseBadDays(site, given)
  site.merge(given)
  site.merge({ lockVersion: site.lockVersion + 1, updatedBy: actor.userId })
  await site.save()
  await recordEvent(
    { actor, objectType: 'site', objectId: site.id, siteId: site.id, event: 'site.changed', diff },
    trx
  )
}

function checked(changes: SiteChanges): SiteChanges {
  if (changes.taxId === undefined) return changes
  const taxId = normalizeTaxId(changes.taxId)
  if (!isValidSpanishTaxId(taxId))
    throw new DomainError('E_TAX_ID', 'El NIF no es válido: la letra o dígito de control no coincide.', {
      field: 'tax_id',
    })
  return { ...changes, taxId }
}

const pick = (site: Site, given: SiteChanges): Record<string, unknown> =>
  Object.fromEntries(Object.keys(given).map((name) => [name, site[name as keyof SiteChanges]]))

async function refuseFixed(site: Site, diff: object, trx: Transaction): Promise<void> {
  const field = FIXED_BY_ENTRIES.find((name) => name in diff)
  if (!field) return
  const { hasEntries, hasAccounts } = await oneRow<{ hasEntries: boolean; hasAccounts: boolean }>(
    `select exists (select 1 from journal_entries where site_id = :id) as has_entries,
        exists (select 1 from ledger_accounts where site_id = :id and is_postable) as has_accounts`,
    { id: site.id },
    trx
  )
  if (hasEntries)
    throw new DomainError('E_HAS_ENTRIES', 'No se puede cambiar: la empresa ya tiene asientos.', {
      field: FIELD_NAMES[field],
    })
  if (hasAccounts && 'accountWidth' in diff)
    throw new DomainError('E_HAS_ACCOUNTS', 'No se puede cambiar: la empresa ya tiene cuentas abiertas.', {
      field: 'account_width',
    })
}

async function refuseTaken(siteId: number, given: SiteChanges, trx: Transaction): Promise<void> {
  const { code = null, taxId = null, legalName = null, invoiceEmailAlias = null } = given
  const taken = await row<{ field: string; legalName: string }>(
    `select case when code = :code then 'code' when tax_id = :taxId then 'tax_id' when legal_name = :legalName then 'legal_name'
        else 'invoice_email_alias' end as field, legal_name::text
       from sites where id <> :siteId and (code = :code or tax_id = :taxId or legal_name = :legalName or invoice_email_alias = :alias) limit 1`,
    { siteId, code, taxId, legalName, alias: invoiceEmailAlias },
    trx
  )
  if (taken)
    throw new DomainError('E_TAKEN', `Ya lo usa la empresa ${taken.legalName}.`, { field: taken.field })
}

function refuseBadDays(site: Site, given: SiteChanges): void {
  const [startedOn, closedOn] = [given.startedOn ?? site.startedOn, given.closedOn ?? null]
  if (closedOn && closedOn < startedOn)
    throw new DomainError('E_DAYS', 'El cese no puede ser anterior al inicio de actividad.', {
      field: 'closed_on',
    })
}

const WRITEOFF_MAX_MINOR = 100

function refuseBadAmounts({
  maxWriteoffMinor = 0,
  autoBookLimitMinor = 0,
  cardCeilingMinor,
}: SiteChanges): void {
  const refuse = (field: string, message: string) => new DomainError('E_AMOUNT', message, { field })
  if (maxWriteoffMinor < 0 || maxWriteoffMinor > WRITEOFF_MAX_MINOR)
    throw refuse('max_writeoff', 'Debe estar entre 0,00 y 1,00 €.')
  if (autoBookLimitMinor < 0) throw refuse('auto_book_limit', 'El importe no puede ser negativo.')
  if ((cardCeilingMinor ?? 0) < 0) throw refuse('card_ceiling', 'El importe no puede ser negativo.')
}

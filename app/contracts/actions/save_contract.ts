import { type Actor, changedFields } from '#app/audit/record_event'
import { addContractFile, type ContractUpload } from '#app/contracts/actions/contract_files'
import { lockContract, noteEditor, refuseProvider, refuseStale } from '#app/contracts/actions/lock_contract'
import { record } from '#app/contracts/actions/record_contract'
import { itemTexts, writeItems } from '#app/contracts/actions/write_items'
import { type ContractTerms, refuseBadTerms } from '#app/contracts/contract_terms'
import ProviderContract from '#app/contracts/models/provider_contract'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today, yearOf } from '#app/kernel/time/calendar_date'

/** Makes a draft with its papers. Gives its key and reference. Throws at the field that is wrong. */
export async function createContract(
  { items, ...terms }: ContractTerms,
  actor: Actor,
  files: readonly ContractUpload[] = []
): Promise<{ id: number; reference: string }> {
  refuseBadTerms({ items, ...terms })
  return inTransaction(async (trx) => {
    await refuseProvider(terms.providerId, trx)
    await refuseForeignCenter(terms, trx)
    await refuseForeignProfile(terms, trx)
    const contract = new ProviderContract().useTransaction(trx)
    contract.merge({
      ...terms,
      reference: await nextReference(trx),
      createdBy: actor.userId,
      updatedBy: actor.userId,
    })
    await contract.save()
    await writeItems(contract.id, items, trx)
    await refreshSearch(contract.id, trx)
    await noteEditor(contract.id, actor, trx)
    await record(contract, 'contract.created', actor, trx, { to: 'draft' })
    for (const file of files) await addContractFile(contract.id, file, actor, trx)
    return { id: contract.id, reference: contract.reference }
  })
}

/** Changes a draft, against the version the form showed. Throws E_STALE, E_NOT_DRAFT and at the field that is wrong. */
export async function updateContract(
  contractId: number,
  { lockVersion, items, ...terms }: ContractTerms & { lockVersion: number },
  actor: Actor
): Promise<void> {
  refuseBadTerms({ items, ...terms })
  await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    refuseStale(contract, lockVersion)
    refuseNotDraft(contract)
    if (
      contract.isAmendment &&
      (terms.providerId !== contract.providerId || terms.currency !== contract.currency)
    )
      throw new DomainError('E_AMENDMENT', 'Una adenda es del proveedor y de la moneda de su contrato.', {
        field: 'provider_id',
      })
    await refuseProvider(terms.providerId, trx)
    await refuseForeignCenter(terms, trx)
    await refuseForeignProfile(terms, trx)
    const before = await stateOf(contract, terms, trx)
    contract.merge({ ...terms, lockVersion: lockVersion + 1, updatedBy: actor.userId })
    await contract.save()
    await writeItems(contractId, items, trx)
    await refreshSearch(contractId, trx)
    await noteEditor(contractId, actor, trx)
    const diff = changedFields(before, await stateOf(contract, terms, trx))
    await record(contract, 'contract.changed', actor, trx, { diff })
  })
}

/** Takes a draft away with its prices; one with files keeps them until they are removed. */
export async function deleteContract(contractId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    refuseNotDraft(contract)
    const file = await row(
      `select 1 as found from contract_files where contract_id = :contractId limit 1`,
      { contractId },
      trx
    )
    if (file) throw new DomainError('E_HAS_FILES', 'Elimine antes los archivos del borrador.')
    await contract.delete()
    await record(contract, 'contract.deleted', actor, trx, { from: 'draft' })
  })
}

export function refuseNotDraft({ status }: ProviderContract): void {
  if (status === 'draft') return
  throw new DomainError('E_NOT_DRAFT', 'Solo se modifica un borrador. Para cambiar precios añada una adenda.')
}

/** What the list finds a contract by: reference, title, supplier and its tax id. */
export async function refreshSearch(contractId: number, trx: Transaction): Promise<void> {
  await execute(
    `update provider_contracts c set search_text = f_unaccent(lower(c.reference || ' ' || c.title || ' ' || p.legal_name || ' ' || coalesce(p.trade_name, '')
        || ' ' || coalesce(p.tax_id::text, ''))) from providers p where p.id = c.provider_id and c.id = :contractId`,
    { contractId },
    trx
  )
}

/** The year's next number; who rolls back leaves no gap. */
async function nextReference(trx: Transaction): Promise<string> {
  const year = yearOf(today())
  const { last } = await oneRow<{ last: number }>(
    `insert into contract_numbers (year, last) values (:year, 1) on conflict (year) do update set last = contract_numbers.last + 1 returning last`,
    { year },
    trx
  )
  return `C-${year}-${String(last).padStart(4, '0')}`
}

async function refuseForeignCenter(
  { centerId, siteIds }: Pick<ContractTerms, 'centerId' | 'siteIds'>,
  trx: Transaction
): Promise<void> {
  if (centerId === null) return
  const found = await row(
    `select 1 as found from site_centers where id = :centerId and site_id = any(:siteIds::bigint[])`,
    { centerId, siteIds },
    trx
  )
  if (!found)
    throw new DomainError('E_CENTER', 'El centro no es de ninguna empresa del contrato.', {
      field: 'center_id',
    })
}

/** A profile that its invoices take is its supplier's own or one of the whole group. */
async function refuseForeignProfile(
  { profileId, providerId }: Pick<ContractTerms, 'profileId' | 'providerId'>,
  trx: Transaction
): Promise<void> {
  if (profileId === null) return
  const found = await row(
    `select 1 as found from expense_profiles where id = :profileId and (provider_id is null or provider_id = :providerId)`,
    { profileId, providerId },
    trx
  )
  if (!found) throw new DomainError('E_PROFILE', 'El perfil es de otro proveedor.', { field: 'profile_id' })
}

async function stateOf(
  contract: ProviderContract,
  terms: Omit<ContractTerms, 'items'>,
  trx: Transaction
): Promise<Record<string, unknown>> {
  const fields = Object.keys(terms).map((field) => [field, contract[field as keyof typeof terms]])
  return { ...Object.fromEntries(fields), items: await itemTexts(contract.id, trx) }
}

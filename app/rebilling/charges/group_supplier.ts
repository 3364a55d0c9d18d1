import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { createProvider } from '#app/providers/actions/create_provider'

/** The supplier that a company of the group is to the others; one with its NIF becomes it, else one is made. Gives its key. */
export async function groupSupplier(siteId: number, actor: Actor, trx: Transaction): Promise<number> {
  const find = () =>
    row<{ id: number }>(`select id from providers where site_id_if_group = :siteId`, { siteId }, trx)
  const known = await find()
  if (known) return known.id
  await execute(`select pg_advisory_xact_lock(hashtext('group_supplier'), :siteId::int)`, { siteId }, trx)
  const made = await find()
  if (made) return made.id
  const site = await oneRow<{ name: string; taxId: string; country: string; sameTaxId: number | null }>(
    `select s.legal_name::text as name, s.tax_id::text as tax_id, s.country,
        (select p.id from providers p where p.tax_id = s.tax_id and p.status <> 'merged' and p.site_id_if_group is null order by p.id limit 1) as same_tax_id
       from sites s where s.id = :siteId`,
    { siteId },
    trx
  )
  const id = site.sameTaxId ?? (await make(site, actor, trx))
  await execute(`update providers set site_id_if_group = :siteId where id = :id`, { siteId, id }, trx)
  await recordEvent(
    { actor, objectType: 'provider', objectId: id, siteId, event: 'provider.company_linked' },
    trx
  )
  return id
}

const make = (
  { name, taxId, country }: { name: string; taxId: string; country: string },
  actor: Actor,
  trx: Transaction
) =>
  createProvider(
    { legalName: name, taxIdType: 'cif', taxId, country, kind: 'group_company', ledgerPrefix: '403' },
    actor,
    trx
  )

import { rows } from '#app/kernel/database/sql'
import type { SupplierContract, SupplierContracts } from '#app/providers/ports'

const SHOWN_MAX = 50

/** What the list and the page of suppliers show of contracts. */
export const supplierContractsOf: SupplierContracts = {
  inForce: (provider) =>
    `select 1 from provider_contracts k where k.provider_id = ${provider} and k.parent_contract_id is null and k.status in ('active', 'suspended')`,
  list: (providerId, scope) =>
    rows<SupplierContract>(
      `select id, reference, title, starts_on::text, ends_on::text, status from provider_contracts where provider_id = :providerId and parent_contract_id is null
          and (:all or site_ids && :siteIds::bigint[]) order by status in ('active', 'suspended', 'pending_approval', 'draft') desc, starts_on desc, id desc limit ${SHOWN_MAX}`,
      { providerId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
    ),
}

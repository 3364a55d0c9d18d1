import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { urlFor, withQuery } from '~/urls'
import { useOtherBookPages } from '../book_pages'

type Option = { value: string; label: string }
type PairRow = { id: string; siteId: number; partnerId: number | null; kindKey: string }
type Props = { pairs: ListOf<PairRow>; on: string; kinds: Option[]; states: Option[] }

/** What each two companies of the group say of each other at a day, side by side. */
export default function GroupBalancesIndex({ pairs, on, kinds, states }: Props) {
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'on', label: 'A fecha', kind: 'day' },
    { name: 'kind', label: 'Saldo', kind: 'multi', options: kinds },
    { name: 'state', label: 'Estado', kind: 'multi', options: states },
  ]
  return (
    <ListPage
      title="Saldos con el grupo"
      subtitle={
        <>
          A <Day value={on} /> · en positivo, lo que la otra empresa debe
        </>
      }
      back={urlFor('accounts')}
      list={pairs}
      storageKey="group_balances"
      filters={filters}
      searchLabel="Buscar por empresa"
      rowHref={(row) => hrefOf(row, on)}
      isExportable
      isPrintable
      empty={{ text: 'No hay saldos entre empresas del grupo.' }}
      menu={useOtherBookPages('Saldos con el grupo')}
    />
  )
}

/** A pair leads to the lines of both books; a balance with a company outside to the journal of its own. */
function hrefOf({ id, siteId, partnerId, kindKey }: PairRow, on: string): string {
  if (partnerId === null)
    return withQuery(urlFor('accounts.ledger', { account: id.replace('account-', '') }), { posted_to: on })
  return withQuery(urlFor('accounts.group-balances.show', { site: siteId, partner: partnerId }), {
    kind: [kindKey],
    posted_to: on,
  })
}

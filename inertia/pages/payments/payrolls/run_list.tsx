import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { payrollTabs, type RunRow } from './payroll_rows'

/** The pay buffer of salaries: each run is approved as a whole on its own page. */
export function RunList({ runs }: { runs: ListOf<RunRow> }) {
  return (
    <ListPage
      title="Pagar nómina"
      list={runs}
      storageKey="payroll_runs"
      filters={[{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]}
      tabs={payrollTabs}
      rowHref={(row) => urlFor('payroll_runs.show', { id: row.id })}
      nouns={{ one: 'relación', many: 'relaciones' }}
      amountOf={(row) => row.total}
      empty={{ text: 'La bolsa está vacía.' }}
      menu={[{ label: 'Remesas', href: urlFor('payment_batches') }]}
    />
  )
}

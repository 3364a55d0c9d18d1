import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor, withQuery } from '~/urls'
import { type MonthRow, payrollTabs } from './payroll_rows'

const filters: Filter[] = [{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]

const rowActions: RowAction<MonthRow>[] = [
  { label: 'Preparar pago', transition: 'process', href: (row) => processUrl(row) },
]

/** The review of what a company has to pay for a month. */
export const processUrl = ({ siteId, period }: { siteId: number; period: string }) =>
  withQuery(urlFor('paypayrolls.process'), { site_id: String(siteId), period })

type Props = { months: ListOf<MonthRow>; actions: ReactNode }

/** Salaries by company and month: how much is pending, under way and paid. */
export function MonthList({ months, actions }: Props) {
  return (
    <ListPage
      title="Pagar nómina"
      list={months}
      storageKey="payroll_months"
      filters={filters}
      tabs={payrollTabs}
      rowHref={(row) =>
        withQuery(urlFor('paypayrolls'), {
          tab: 'payments',
          'site_ids[]': String(row.siteId),
          period: row.period,
        })
      }
      rowActions={rowActions}
      nouns={{ one: 'nómina', many: 'nóminas' }}
      empty={{
        text: 'No hay pagos pendientes.',
        action: (
          <Button component={Link} href={urlFor('paypayrolls.upload')}>
            Importar nómina
          </Button>
        ),
      }}
      menu={[
        { label: 'Preparar pago', href: urlFor('paypayrolls.process') },
        { label: 'Remesas', href: urlFor('payment_batches') },
      ]}
      actions={actions}
    />
  )
}

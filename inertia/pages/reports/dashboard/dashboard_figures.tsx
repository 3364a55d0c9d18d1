import { addDays, today } from '#app/kernel/time/calendar_date'
import { countText } from '~/kit/day'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Figures } from './dashboard_page'

/** The five figures of the day, each a link to what it counts. */
export function DashboardFigures({ figures, siteIds }: { figures: Figures; siteIds: number[] }) {
  const now = today()
  return (
    <KeyFigures
      figures={[
        {
          label: 'Saldo en euros',
          value: <Money value={figures.cashMinor} />,
          href: urlFor('accounts', null, { site_ids: siteIds }),
        },
        {
          label: 'Vencido en euros',
          hint: figures.overdue === 1 ? '1 factura' : `${countText(figures.overdue)} facturas`,
          value: <Money value={figures.overdueMinor} />,
          href: urlFor('paysuppliers', null, {
            due_to: addDays(now, -1),
            books: 'EUR',
            worth: 1,
            site_ids: siteIds,
          }),
        },
        {
          label: 'Vence en 7 días, en euros',
          value: <Money value={figures.dueWeekMinor} />,
          href: urlFor('paysuppliers', null, {
            due_from: now,
            due_to: addDays(now, 7),
            books: 'EUR',
            worth: 1,
            site_ids: siteIds,
          }),
        },
        {
          label: 'Facturas por revisar',
          value: countText(figures.review),
          href: urlFor('invoices', null, { tab: 'review', site_ids: siteIds }),
        },
        {
          label: 'Movimientos por conciliar',
          value: countText(figures.pendingLines),
          href: urlFor('accounts', null, { site_ids: siteIds }),
        },
      ]}
    />
  )
}

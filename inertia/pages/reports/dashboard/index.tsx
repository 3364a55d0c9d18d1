import { Head, Link } from '@inertiajs/react'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { sendValues } from '~/kit/form/send_values'
import { PageHead } from '~/kit/page_head'
import { useWorkRefresh } from '~/live/use_work_refresh'
import { urlFor } from '~/urls'
import { SiteChoice } from '../site_choice'
import styles from './dashboard.module.css'
import { DashboardFigures } from './dashboard_figures'
import type { DashboardPage } from './dashboard_page'
import { IntegrationList } from './integration_list'
import { LayoutDialog } from './layout_dialog'
import { ReturnedList } from './returned_list'
import { widgetOf } from './widgets'

const longDay = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'Europe/Madrid' })

/** What counts work: it follows what everybody does. */
const COUNTED = [
  'figures',
  'waiting',
  'returned',
  'integrations',
  'due',
  'accounts',
  'treasury',
  'invoices',
  'alarms',
  'reconciliation',
]

export default function DashboardIndex(page: DashboardPage) {
  const { figures, layout, siteIds } = page
  useWorkRefresh(COUNTED)
  const [isArranging, setArranging] = useState(false)
  const shown = layout.order.filter((widget) => !layout.hidden.includes(widget))
  return (
    <>
      <Head title="Dashboard" />
      <PageHead
        title="Dashboard"
        subtitle={`Lo que espera hoy, ${longDay.format(new Date())}`}
        actions={<SiteChoice siteIds={siteIds} onChange={keepSites} />}
        menu={[
          {
            label: 'Personalizar',
            icon: <IconAdjustments size={16} />,
            onSelect: () => setArranging(true),
          },
        ]}
      />
      {page.loosened > 0 ? (
        <p className={styles.loosened} role="status">
          {page.loosened === 1 ? 'Se ha relajado 1 control' : `Se han relajado ${page.loosened} controles`} en
          los últimos 7 días. <Link href={urlFor('sites.pending-changes')}>Ver qué ha cambiado</Link>
        </p>
      ) : null}
      {page.powers > 0 ? (
        <p className={styles.loosened} role="status">
          {page.powers === 1
            ? '1 cambio de acceso o de quién aprueba'
            : `${page.powers} cambios de acceso o de quién aprueba`}{' '}
          en los últimos 7 días. <Link href={urlFor('sites.pending-changes')}>Ver quién puede ahora qué</Link>
        </p>
      ) : null}
      <DashboardFigures figures={figures} siteIds={siteIds} />
      <IntegrationList alerts={page.integrations} />
      <ReturnedList returned={page.returned} siteIds={siteIds} />
      <div className={styles.parts}>
        {[0, 1].map((column) => (
          <div key={column} className={styles.column}>
            {shown.map((widget, index) =>
              index % 2 === column ? (
                <div key={widget} style={{ order: index }}>
                  {widgetOf(widget, page)}
                </div>
              ) : null
            )}
          </div>
        ))}
      </div>
      {isArranging ? <LayoutDialog layout={layout} onClose={() => setArranging(false)} /> : null}
    </>
  )
}

function keepSites(siteIds: number[]): void {
  sendValues('put', urlFor('dashboard.layout.update'), { siteIds })
}

import { Head } from '@inertiajs/react'
import { PageHead } from '~/kit/page_head'
import { AccountBalances } from './account_balances'
import styles from './dashboard.module.css'
import { DashboardFigures } from './dashboard_figures'
import type { DashboardPage } from './dashboard_page'
import { DueList } from './due_list'
import { WaitingList } from './waiting_list'

const longDay = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'Europe/Madrid' })

export default function DashboardIndex({ figures, waiting, due, accounts }: DashboardPage) {
  return (
    <>
      <Head title="Dashboard" />
      <PageHead title="Dashboard" subtitle={`Lo que espera hoy, ${longDay.format(new Date())}`} />
      <DashboardFigures figures={figures} />
      <div className={styles.parts}>
        <div>
          <WaitingList waiting={waiting} figures={figures} />
          <DueList due={due} />
        </div>
        <AccountBalances accounts={accounts} />
      </div>
    </>
  )
}

import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'
import { ListTabs } from '~/kit/list/list_tabs'
import { useListQuery } from '~/kit/list/use_list_query'
import { PageHead } from '~/kit/page_head'
import styles from './audit.module.css'
import { type AuditTab, auditTabs } from './audit_tabs'

type Props = { tab: AuditTab; title: string; actions?: ReactNode; children: ReactNode }

const noLists: ReadonlySet<string> = new Set()

/** A part of the audit that is no list of alarms: the same head and the same tabs. */
export function AuditFrame({ tab, title, actions, children }: Props) {
  const query = useListQuery(noLists)
  return (
    <div className={styles.page}>
      <Head title={title} />
      <PageHead title="Auditoría de Facturas" actions={actions} />
      <ListTabs tabs={auditTabs()} counters={{}} query={{ ...query, query: { part: [tab] } }} />
      {children}
    </div>
  )
}

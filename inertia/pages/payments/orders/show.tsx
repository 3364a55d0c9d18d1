import { useState } from 'react'
import { timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, TabbedParts } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { moneyText } from '~/kit/money'
import type { MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { FollowBank } from '../follow_bank'
import { NextStep, type OrderAct } from './next_step'
import { OrderApprovals } from './order_approvals'
import { OrderAttachments } from './order_attachments'
import { OrderAttempts } from './order_attempts'
import { OrderChecks } from './order_checks'
import { OrderDialogs } from './order_dialogs'
import { OrderEntries } from './order_entries'
import { orderEvents } from './order_events'
import { OrderFacts } from './order_facts'
import { OrderNotice } from './order_notice'
import type { OrderPage } from './order_page'
import styles from './orders.module.css'

export default function PaymentOrderShow(page: OrderPage) {
  const { order, account, checks, candidates, source, batch, decisions, entries, events, lack } = page
  const { attempts, attachments, removal, repeats, loan } = page
  const [act, setAct] = useState<OrderAct | null>(null)
  return (
    <>
      <DetailPage
        title={`Pago ${order.number}`}
        subtitle={`${order.creditor} · ${moneyText(order.amount)}`}
        status={<StatusBadge {...order.status} />}
        back={order.listHref}
        menu={proofMenu(order)}
        rail={
          <>
            <NextStep page={page} onAct={setAct} />
            <OrderApprovals order={order} decisions={decisions} candidates={candidates} lack={lack} />
          </>
        }
      >
        {order.state === 'sent' || order.state === 'paid' ? <FollowBank /> : null}
        <OrderNotice order={order} />
        <OrderFacts
          order={order}
          account={account}
          source={source}
          batch={batch}
          removal={removal}
          repeats={repeats}
          loan={loan}
        />
        <OrderChecks order={order} checks={checks} />
        <div className={styles.part}>
          <TabbedParts
            tabs={[
              { value: 'entries', label: 'Asientos', content: <OrderEntries entries={entries} /> },
              {
                value: 'attachments',
                label: 'Justificantes',
                content: <OrderAttachments order={order} attachments={attachments} />,
              },
              { value: 'attempts', label: 'Envíos', content: <OrderAttempts attempts={attempts} /> },
              {
                value: 'history',
                label: 'Historial',
                content: <Timeline events={timelineOf(events, orderEvents)} />,
              },
            ]}
          />
        </div>
      </DetailPage>
      <OrderDialogs order={order} account={account} loan={loan} act={act} onClose={() => setAct(null)} />
    </>
  )
}

/** Who did what, on paper: worth having once somebody approved it. */
function proofMenu({ id, required }: OrderPage['order']): MenuAction[] {
  if (required === null) return []
  const href = urlFor('payment_orders.proof', { id })
  return [{ label: 'Hoja de prueba (PDF)', onSelect: () => window.location.assign(href) }]
}

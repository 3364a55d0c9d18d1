import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import { MonthList } from './month_list'
import { PaymentList } from './payment_list'
import { type MonthRow, type PayrollRow, payrollTabs, type RunRow } from './payroll_rows'
import { RunList } from './run_list'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = {
  tab: string
  months: ListOf<MonthRow> | null
  payments: ListOf<PayrollRow> | null
  runs: ListOf<RunRow> | null
  orders: OrderListing | null
  states: Option[]
  concepts: Option[]
}

export default function PayPayrollsIndex({ tab, months, payments, runs, orders, states, concepts }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  if (orders)
    return (
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={payrollTabs}
        title="Pagar nómina"
        storageKey="payroll_orders"
        bufferUrl={urlFor('paypayrolls.buffer')}
        payNowUrl={urlFor('paypayrolls.pay-now')}
      />
    )
  const actions = (
    <>
      <Button variant="default" onClick={() => setIsCreating(true)}>
        Nuevo pago
      </Button>
      <Button component={Link} href={urlFor('paypayrolls.upload')}>
        Importar nómina
      </Button>
    </>
  )
  return (
    <>
      {months ? <MonthList months={months} actions={actions} /> : null}
      {payments ? <PaymentList payments={payments} states={states} actions={actions} /> : null}
      {runs ? <RunList runs={runs} /> : null}
      <Suspense>
        {isCreating ? <CreateDialog concepts={concepts} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
    </>
  )
}
